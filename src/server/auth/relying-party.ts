import * as v from 'valibot';
import { createLazy } from '#shared/backoff.ts';
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
    /** Starts a sign-in: where the browser goes, and what to remember. */
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
    /** Ends it with the address the browser came back to; rejects unless everything fits. */
    finish: async (returned: URL, { state, nonce, verifier }: Flow): Promise<Claims> => {
      const { client, configuration } = await discover();
      const tokens = await client.authorizationCodeGrant(configuration, returned, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const { sub, iat } = v.parse(TokenClaims, tokens.claims());
      // The library leaves this one out: the specification lets a client judge it.
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
      // Signatures are checked even where the connection itself vouches for the token.
      execute: [client.enableNonRepudiationChecks, ...insecure],
      timeout: ISSUER_TIMEOUT_S,
      ...(issuer.fetch && { [client.customFetch]: issuer.fetch }),
    },
  );
  return { client, configuration };
}
