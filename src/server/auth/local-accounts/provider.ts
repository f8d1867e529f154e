import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { Provider } from 'oidc-provider';
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';
import { PATHS } from '#shared/wire.ts';
import type { Issuer } from '#server/auth/issuer.ts';
import { cookieName } from '#server/auth/private-cookie.ts';
import { type Account, LOCAL_ACCOUNTS } from './account.ts';
import { pictureAddress } from './pictures.ts';

const INTERACTION_TTL_S = 600;
const TOKEN_TTL_S = 60;
const TTL = {
  AccessToken: TOKEN_TTL_S,
  AuthorizationCode: TOKEN_TTL_S,
  IdToken: TOKEN_TTL_S,
  Grant: INTERACTION_TTL_S,
  Interaction: INTERACTION_TTL_S,
  Session: INTERACTION_TTL_S,
};

/** Creates the OpenID provider of the local accounts; its keys last as long as the process. */
export function createLocalProvider(
  publicURL: string,
  issuer: Issuer,
  findAccount: (sub: string) => Account | undefined,
): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return new Provider(issuer.url, {
    adapter: createMemoryAdapter(),
    clients: [
      {
        client_id: issuer.clientID,
        client_secret: issuer.clientSecret,
        redirect_uris: [`${publicURL}${PATHS.callback}`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      names: {
        interaction: cookieName('choice', publicURL),
        resume: cookieName('resume', publicURL),
        session: cookieName('provider', publicURL),
      },
      // A path that no request has: with this cookie, the provider would ask about a change of person.
      long: { path: `${LOCAL_ACCOUNTS.root}/none`, httpOnly: true, sameSite: 'lax', signed: true },
    },
    claims: { openid: ['sub'], profile: ['name', 'picture'], email: ['email'] },
    clientBasedCORS: () => false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    findAccount: (_context, sub) => {
      const account = findAccount(sub);
      if (account === undefined) return undefined;
      const { name, email } = account;
      return {
        accountId: sub,
        claims: () => ({ sub, name, email, picture: pictureAddress(account) }),
      };
    },
    interactions: { url: (_context, { uid }) => `${LOCAL_ACCOUNTS.choice}/${uid}` },
    // The board is the provider's only client: choosing an account is consent enough.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        accountId: oidc.session?.accountId,
        clientId: oidc.client?.clientId,
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
    renderError: (context) => context.redirect(`${publicURL}/login`),
    ttl: TTL,
  });
}
