import { Problem } from '#shared/problem.ts';
import type { App } from './valibot-routes.ts';

/** Makes JSON the only kind of body, and refuses bytes that are no UTF-8 instead of replacing them. */
export function parseJSONStrictly(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = decode(body);
    if (text === null) done(new Problem('text-malformed'));
    else void parse(request, text, done);
  });
}

function decode(body: string | Buffer): string | null {
  if (typeof body === 'string') return body;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return null;
  }
}
