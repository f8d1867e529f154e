import { randomBytes } from 'node:crypto';
import type { Issuer } from '#server/auth/issuer.ts';
import { createLRUCache } from '#server/auth/lru-cache.ts';
import { REQUEST_LIMITS } from '#server/auth/request-limits.ts';
import { hookOf } from '#server/http/checks.ts';
import { summarizeError } from '#server/errors/summarize-error.ts';
import type { App } from '#server/http/valibot-routes.ts';
import type { Account } from './account.ts';
import { registerInteractionRoutes } from './interaction-routes.ts';
import { createLazy } from '#shared/lazy.ts';
import { LOCAL_ACCOUNTS } from './paths.ts';
import { drawPicture, PictureParams } from './pictures.ts';
import { fetchFrom, mountProvider } from './provider-mount.ts';
import { createRecentAccounts } from './recent-accounts.ts';
import { requireLoopback } from './require-loopback.ts';

const KEPT_ACCOUNTS = 1_000;

/** Creates the issuer of the local accounts, which this server is itself, for this computer only. */
export function createLocalAccounts(publicURL: string): Issuer {
  const issuer: Issuer = {
    name: 'local-accounts',
    url: `${publicURL}${LOCAL_ACCOUNTS.root}`,
    clientID: 'thought-cloud',
    clientSecret: randomBytes(32).toString('base64url'),
    prompt: 'login',
    ownPictures: `${LOCAL_ACCOUNTS.pictures}/`,
    // All share one address, and there is no password to guess.
    signInLimit: REQUEST_LIMITS.all,
    isLocal: true,
    register: async (app) => {
      // Who chose an account lately: the provider asks for their names a moment later, and never again.
      const accounts = createLRUCache<Account>(KEPT_ACCOUNTS);
      const onError = (error: Error): void =>
        app.log.error({ reason: summarizeError(error) }, 'the local accounts failed');
      const provider = createLazy(async () => {
        // The library is large, and most starts are not followed by a sign-in.
        const { createLocalProvider } = await import('./provider.ts');
        return createLocalProvider({ publicURL, issuer, findAccount: accounts.get, onError });
      });
      const recent = createRecentAccounts(publicURL);
      issuer.fetch = fetchFrom(app, publicURL);
      await app.register(async (scope: App) => {
        scope.addHook('onRequest', hookOf(requireLoopback(publicURL)));
        registerPictures(scope);
        await scope.register(async (pages: App) =>
          registerInteractionRoutes(pages, {
            publicURL,
            provider,
            remember: (account) => accounts.set(account.sub, account),
            recent,
          }),
        );
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
