import * as v from 'valibot';
import { createLazy } from '#shared/lazy.ts';
import { Claims } from './identity.ts';
import type { Issuer } from './issuer.ts';

const CLOCK_TOLERANCE_S = 60;
const ISSUER_TIMEOUT_S = 10;

export const Flow = v.object({ state: v.string(), nonce: v.string(), verifier: v.string() });
export type Flow = v.InferOutput<typeof Flow>;

const TokenClaims = v.object({ sub: v.string(), iat: v.number() });

/** Creates our side of OpenID Connect's authorization code flow, with PKCE, state and nonce. */
export function createRelyingParty(issuer: Issuer, callbackURL: string) {
  const discover = createLazy(() => discoverIssuer(issuer));

  return {
    start: async (): Promise<{ url: string; flow: Flow }> => {
      const { client, configuration } = await discover();
      const flow = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: callbackURL,
        scope: 'openid profile email',
        prompt: issuer.prompt,
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, flow };
    },
    /** Finishes a sign-in with the URL that the browser returned to; rejects unless everything matches. */
    finish: async (returned: URL, { state, nonce, verifier }: Flow): Promise<Claims> => {
      const { client, configuration } = await discover();
      const tokens = await client.authorizationCodeGrant(configuration, returned, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const { sub, iat } = v.parse(TokenClaims, tokens.claims());
      // The library does not check this claim: the specification leaves it to the client.
      if (iat > Date.now() / 1000 + CLOCK_TOLERANCE_S) throw new Error('"iat" is in the future.');
      return v.parse(Claims, await client.fetchUserInfo(configuration, tokens.access_token, sub));
    },
  };
}

async function discoverIssuer(issuer: Issuer) {
  const client = await import('openid-client');
  const metadata = { [client.clockTolerance]: CLOCK_TOLERANCE_S };
  const insecure = issuer.url.startsWith('http:') ? [client.allowInsecureRequests] : [];
  const configuration = await client.discovery(
    new URL(issuer.url),
    issuer.clientID,
    metadata,
    client.ClientSecretPost(issuer.clientSecret),
    {
      // Checks signatures even though TLS would do for a token fetched from the issuer itself.
      execute: [client.enableNonRepudiationChecks, ...insecure],
      timeout: ISSUER_TIMEOUT_S,
      ...(issuer.fetch && { [client.customFetch]: issuer.fetch }),
    },
  );
  return { client, configuration };
}
