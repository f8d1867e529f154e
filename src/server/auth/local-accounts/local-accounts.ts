import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Provider } from 'oidc-provider';
import type { CustomFetch } from 'openid-client';
import { createLazy } from '#shared/lazy.ts';
import type { Issuer } from '#server/auth/issuer.ts';
import { Refusal } from '#server/errors/refusal.ts';
import { summarizeError } from '#server/errors/error-message.ts';
import { hookOf, refuseCrossSiteWrites, type Check } from '#server/http/guards.ts';
import { isForwarded, isLoopbackAddress } from '#server/http/addresses.ts';
import type { App } from '#server/http/valibot-routes.ts';
import { type Account, LOCAL_ACCOUNTS } from './account.ts';
import { registerInteractionPage } from './interaction-page.ts';
import { drawPicture, PictureParams } from './pictures.ts';

const KEPT_ACCOUNTS = 1_000;
/** The paths that the relying party itself requests; all other requests come from a browser. */
const BACK_CHANNEL = /^\/(?:\.well-known\/|jwks|token|me$)/u;

/** Creates the issuer of the local accounts: this server itself, for use on this computer only. */
export function createLocalAccounts(publicURL: string): Issuer {
  const issuer: Issuer = {
    name: 'local-accounts',
    url: `${publicURL}${LOCAL_ACCOUNTS.root}`,
    clientID: 'thought-cloud',
    clientSecret: randomBytes(32).toString('base64url'),
    prompt: 'login',
    ownPictures: `${LOCAL_ACCOUNTS.pictures}/`,
    register: async (app) => {
      // Recently chosen accounts: the provider looks one up a moment later, and never again.
      const accounts = new LRUCache<string, Account>({ max: KEPT_ACCOUNTS });
      const provider = createLazy(async () => {
        // The library is large, and most starts are not followed by a sign-in.
        const { createLocalProvider } = await import('./provider.ts');
        const created = createLocalProvider(publicURL, issuer, (sub) => accounts.get(sub));
        created.on('server_error', (_context, error) =>
          app.log.error({ reason: summarizeError(error) }, 'the local accounts failed'),
        );
        return created;
      });
      issuer.fetch = fetchFrom(app, publicURL);
      await app.register(async (scope: App) => {
        scope.addHook('onRequest', hookOf(requireBrowserHere(publicURL)));
        registerPictures(scope);
        await scope.register(async (pages: App) => {
          pages.addHook('onRequest', hookOf(refuseCrossSiteWrites(publicURL)));
          registerInteractionPage(pages, provider, (account) => accounts.set(account.sub, account));
        });
        await scope.register(async (rest: App) => mountProvider(rest, provider));
      });
    },
  };
  return issuer;
}

function registerPictures(app: App): void {
  app.get(
    `${LOCAL_ACCOUNTS.pictures}/:hue/:initials`,
    { schema: { params: PictureParams } },
    (request, reply) =>
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type('image/svg+xml; charset=utf-8')
        .send(drawPicture(request.params)),
  );
}

function mountProvider(app: App, provider: () => Promise<Provider>): void {
  // The provider reads bodies itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.all(`${LOCAL_ACCOUNTS.root}/*`, async (request: FastifyRequest, reply: FastifyReply) => {
    const handle = (await provider()).callback();
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      reply.raw.setHeader(name, String(value));
    // The provider compares `url` with `originalUrl` to find the path under which it is mounted.
    const url = request.url.slice(LOCAL_ACCOUNTS.root.length);
    await handle(Object.assign(request.raw, { originalUrl: request.url, url }), reply.raw);
  });
}

function fetchFrom(app: App, publicURL: string): CustomFetch {
  return async (address, { method, headers, body }) => {
    const { pathname, search } = new URL(address);
    const answer = await app.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url: `${pathname}${search}`,
      headers: { ...headers, host: new URL(publicURL).host },
      payload: body instanceof URLSearchParams ? body.toString() : '',
    });
    const type = String(answer.headers['content-type']);
    return new Response(answer.body, {
      status: answer.statusCode,
      headers: { 'content-type': type },
    });
  };
}

/** Refuses requests that no browser on this computer can have sent: behind a proxy, everyone looks local. */
function requireBrowserHere(publicURL: string): Check {
  const { host: home } = new URL(publicURL);
  return ({ headers, socket, raw, url }) => {
    const isHere =
      // Some proxies use HTTP/1.0; no browser does.
      raw.httpVersion !== '1.0' &&
      isLoopbackAddress(String(socket.remoteAddress)) &&
      headers.host === home &&
      // A proxy that adds no headers still forwards the remote browser's origin.
      (headers.origin ?? publicURL) === publicURL &&
      // Every browser says which site a request comes from.
      (headers['sec-fetch-site'] !== undefined ||
        BACK_CHANNEL.test(url.slice(LOCAL_ACCOUNTS.root.length))) &&
      !isForwarded(headers);
    if (!isHere) throw new Refusal('forbidden', 'Local accounts work on this computer only.');
  };
}
