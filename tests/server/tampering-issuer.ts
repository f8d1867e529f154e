import { generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import type { Issuer } from '#server/auth/issuer.ts';

type Values = Record<string, unknown>;

/** What the issuer does wrong. */
export interface Tampering {
  discovery?: Values;
  claims?: Values;
  header?: Values;
  signature?: 'by another key' | 'absent';
  about?: Values;
}

export type TamperingIssuer = ReturnType<typeof createTamperingIssuer>;

const URL_OF_ISSUER = 'https://issuer.example';

/** Creates an issuer without pages or a network; it behaves until a test changes that. */
export function createTamperingIssuer() {
  const tampering: Tampering = {};
  const nonces = new Map<string, string>();
  const answers = createAnswers(tampering, nonces);
  const issuer: Issuer = {
    name: URL_OF_ISSUER,
    url: URL_OF_ISSUER,
    clientID: 'board',
    clientSecret: 'a secret between the two',
    prompt: 'login',
    fetch: async (address, { body }) => {
      const form = body instanceof URLSearchParams ? body : new URLSearchParams();
      return answers[new URL(address).pathname]?.(form) ?? new Response(null, { status: 404 });
    },
  };
  return {
    tampering,
    issuer,
    /** Signs the person in at once; returns the address that the browser comes back to. */
    authorize: (address: string): URL => {
      const query = new URL(address).searchParams;
      const code = randomUUID();
      nonces.set(code, query.get('nonce') ?? '');
      const back = new URL(query.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({ code, state: query.get('state') ?? '' }).toString();
      return back;
    },
  };
}

/** The issuer's endpoints by path. A code is good for one token, which carries its nonce. */
function createAnswers(
  tampering: Tampering,
  nonces: Map<string, string>,
): Record<string, (body: URLSearchParams) => Response> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    '/.well-known/openid-configuration': () =>
      Response.json({
        issuer: URL_OF_ISSUER,
        authorization_endpoint: `${URL_OF_ISSUER}/authorize`,
        token_endpoint: `${URL_OF_ISSUER}/token`,
        userinfo_endpoint: `${URL_OF_ISSUER}/about`,
        jwks_uri: `${URL_OF_ISSUER}/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
        ...tampering.discovery,
      }),
    '/keys': () =>
      Response.json({ keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'one' }] }),
    '/token': (body) => {
      const code = body.get('code') ?? '';
      const nonce = nonces.get(code);
      nonces.delete(code);
      if (nonce === undefined) return Response.json({ error: 'invalid_grant' }, { status: 400 });
      return Response.json({
        access_token: 'access-token',
        token_type: 'Bearer',
        id_token: idToken(nonce, tampering, keys.privateKey),
      });
    },
    '/about': () => Response.json({ sub: 'ada', name: 'Ada', ...tampering.about }),
  };
}

function idToken(nonce: string, tampering: Tampering, rightKey: KeyObject): string {
  const now = Math.floor(Date.now() / 1000);
  const standard = { iss: URL_OF_ISSUER, sub: 'ada', aud: 'board', iat: now, exp: now + 300 };
  const key =
    tampering.signature === 'by another key'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
      : rightKey;
  const header = { alg: 'RS256', kid: 'one', ...tampering.header };
  const token = signed(header, { ...standard, nonce, ...tampering.claims }, key);
  return tampering.signature === 'absent' ? token.slice(0, token.lastIndexOf('.') + 1) : token;
}

function signed(header: Values, claims: Values, key: KeyObject): string {
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}
