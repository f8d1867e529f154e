import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CustomFetch } from 'openid-client';
import type { Provider } from 'oidc-provider';
import type { App } from '#server/http/valibot-routes.ts';
import { createLazy } from '#shared/lazy.ts';
import { LOCAL_ACCOUNTS } from './paths.ts';

/** Hands everything else under the local accounts' root to the provider. */
export function mountProvider(app: App, provider: () => Promise<Provider>): void {
  const callback = createLazy(async () => (await provider()).callback());
  // The provider reads bodies itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.all(`${LOCAL_ACCOUNTS.root}/*`, async (request: FastifyRequest, reply: FastifyReply) => {
    const handle = await callback();
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      reply.raw.setHeader(name, String(value));
    // The provider finds out where it is mounted by comparing the two.
    const url = request.url.slice(LOCAL_ACCOUNTS.root.length);
    await handle(Object.assign(request.raw, { originalUrl: request.url, url }), reply.raw);
  });
}

/** Reaches the provider inside the server without a port, so also before it listens. */
export function fetchFrom(app: App, publicURL: string): CustomFetch {
  return async (address, { method, headers, body }) => {
    const { pathname, search } = new URL(address);
    const answer = await app.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url: `${pathname}${search}`,
      headers: { ...headers, host: new URL(publicURL).host },
      payload: body instanceof URLSearchParams ? body.toString() : '',
    });
    const sent = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    return new Response(answer.body, {
      status: answer.statusCode,
      headers: Object.fromEntries(sent),
    });
  };
}
