import type { Issuer } from '#server/auth/relying-party.ts';
import type { App } from '#server/http/valibot-routes.ts';
import type { Account } from './account.ts';
import { registerInteractionRoutes } from './interaction-routes.ts';
import { LOCAL_ACCOUNTS } from './paths.ts';
import { drawPicture, picturePath, PictureParams } from './pictures.ts';
import { fetchFrom, mountProvider } from './provider-mount.ts';
import { createLocalProvider } from './provider.ts';
import { requireLoopback } from './require-loopback.ts';

const KEPT_ACCOUNTS = 1_000;

export interface LocalAccountsOptions {
  publicURL: string;
  callbackURL: string;
}

/** Serves the local accounts, on this computer only, and returns them as an issuer. */
export async function registerLocalAccounts(
  app: App,
  { publicURL, callbackURL }: LocalAccountsOptions,
): Promise<Issuer> {
  const accounts = createAccountMemory();
  const { provider, issuer } = createLocalProvider({
    publicURL,
    callbackURL,
    findAccount: accounts.find,
    pictureURL: (account) => `${publicURL}${LOCAL_ACCOUNTS.pictures}/${picturePath(account)}`,
  });
  await app.register(async (scope: App) => {
    scope.addHook('onRequest', requireLoopback);
    registerPictures(scope);
    await scope.register(async (pages: App) =>
      registerInteractionRoutes(pages, { publicURL, provider, remember: accounts.remember }),
    );
    await scope.register(async (rest: App) => mountProvider(rest, provider));
  });
  return { ...issuer, fetch: fetchFrom(app, publicURL) };
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

/** Who chose an account lately: the provider asks for their names a moment later, and never again. */
function createAccountMemory(): {
  remember: (account: Account) => void;
  find: (sub: string) => Account | undefined;
} {
  const accounts = new Map<string, Account>();
  return {
    remember: (account) => {
      accounts.delete(account.sub);
      accounts.set(account.sub, account);
      const oldest = accounts.keys().next().value;
      if (accounts.size > KEPT_ACCOUNTS && oldest !== undefined) accounts.delete(oldest);
    },
    find: (sub) => accounts.get(sub),
  };
}
