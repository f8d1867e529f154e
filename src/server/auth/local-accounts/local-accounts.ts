import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Provider } from 'oidc-provider';
import type { CustomFetch } from 'openid-client';
import { createLazy } from '#shared/lazy.ts';
import type { Issuer } from '#server/auth/issuer.ts';
import { Refusal } from '#server/errors/refusal.ts';
import { summarizeError } from '#server/errors/error-message.ts';
import { hookOf, refuseCrossSiteWrites } from '#server/http/guards.ts';
import type { App } from '#server/http/valibot-routes.ts';
import { type Account, LOCAL_ACCOUNTS } from './account.ts';
import { type Admission, admitThisComputer, requireDirectBrowser } from './admission.ts';
import { registerInteractionPage, sendRefusal } from './interaction-page.ts';
import { drawPicture, PictureParams } from './pictures.ts';

const KEPT_ACCOUNTS = 1_000;

/** Creates the issuer of the local accounts: this server itself, for whom it admits. */
export function createLocalAccounts(publicURL: string, admission = admitThisComputer): Issuer {
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
      issuer.fetch = fetchFrom(app, publicURL, admission);
      await app.register(async (scope: App) => {
        scope.setErrorHandler((error, request, reply) => {
          if (error instanceof Refusal && request.headers['sec-fetch-mode'] === 'navigate') {
            return sendRefusal(reply, error.reason);
          }
          throw error;
        });
        scope.addHook('onRequest', hookOf(requireDirectBrowser(publicURL)));
        // A picture is drawn from its address alone, also for whoever was admitted before a restart.
        registerPictures(scope);
        admission.register?.(scope);
        await scope.register(async (admitted: App) => {
          admitted.addHook('onRequest', hookOf(admission.check));
          await admitted.register(async (pages: App) => {
            pages.addHook('onRequest', hookOf(refuseCrossSiteWrites(publicURL)));
            registerInteractionPage(pages, provider, (account) =>
              accounts.set(account.sub, account),
            );
          });
          await admitted.register(async (rest: App) => mountProvider(rest, provider));
        });
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

function fetchFrom(app: App, publicURL: string, admission: Admission): CustomFetch {
  return async (address, { method, headers, body }) => {
    const { pathname, search } = new URL(address);
    const answer = await app.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url: `${pathname}${search}`,
      headers: { ...headers, ...admission.headers, host: new URL(publicURL).host },
      payload: body instanceof URLSearchParams ? body.toString() : '',
    });
    const type = String(answer.headers['content-type']);
    return new Response(answer.body, {
      status: answer.statusCode,
      headers: { 'content-type': type },
    });
  };
}
