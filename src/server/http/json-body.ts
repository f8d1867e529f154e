import { isUtf8 } from 'node:buffer';
import { Problem } from '#shared/problem.ts';
import type { App } from './valibot-routes.ts';

/** Makes JSON the only kind of body, and refuses bytes that are no UTF-8 instead of replacing them. */
export function parseJSONStrictly(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (typeof body === 'string' || isUtf8(body)) void parse(request, body.toString(), done);
    else done(new Problem('text-malformed'));
  });
}
