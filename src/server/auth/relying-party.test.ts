import { describe, expect, test } from 'vitest';
import { createTamperingIssuer, type Tampering } from '#tests/server/tampering-issuer.ts';
import { summarizeError } from '#server/errors/error-message.ts';
import { createRelyingParty } from './relying-party.ts';

const CALLBACK = 'https://board.example/auth/callback';

test('a sign-in asks the issuer with PKCE, a state, a nonce, and no more than it needs', async () => {
  const { relyingParty } = setUp();
  const { url, flow } = await relyingParty.start();
  expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
    client_id: 'board',
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'openid profile email',
    prompt: 'login',
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: expect.stringMatching(/^[\w-]{43}$/u),
    code_challenge_method: 'S256',
  });
});

describe('a sign-in is refused', () => {
  const faults: [string, Tampering, RegExp][] = [
    ['the ID token is by another issuer', { claims: { iss: 'https://other.example' } }, /"iss"/u],
    ['the ID token is for another client', { claims: { aud: 'someone-else' } }, /"aud"/u],
    ['the nonce is another one', { claims: { nonce: 'other' } }, /"nonce"/u],
    ['there is no nonce', { claims: { nonce: undefined } }, /"nonce"/u],
    ['the ID token has expired', { claims: { exp: seconds(-90) } }, /"exp"/u],
    ['the ID token is of the far future', { claims: { nbf: seconds(90) } }, /"nbf"/u],
    ['the ID token was issued in the future', { claims: { iat: seconds(90) } }, /"iat"/u],
    ['the ID token names nobody', { claims: { sub: undefined } }, /"sub"/u],
    ['the signature is by another key', { signature: 'by another key' }, /signature/u],
    ['the signature is absent', { signature: 'absent' }, /signature/u],
    ['there is to be no signature', { header: { alg: 'none' }, signature: 'absent' }, /"alg"/u],
    ['the key is unknown', { header: { kid: 'two' } }, /no applicable keys/u],
    ['the userinfo is about someone else', { about: { sub: 'eve' } }, /"sub"/u],
    ['the userinfo names nobody', { about: { sub: undefined } }, /"sub"/u],
  ];
  test.for(faults)('when %s', async ([, fault, reason]) => {
    const { signIn, tampering } = setUp();
    Object.assign(tampering, fault);
    expect(await reasonOf(signIn())).toMatch(reason);
  });

  test.for([
    ['code=x&state=another', /state/u],
    ['code=x', /state/u],
    // The person declined.
    ['error=access_denied&state=STATE', /authorization response/u],
  ] as const)('when it comes back with %s', async ([query, reason]) => {
    const { relyingParty } = setUp();
    const { flow } = await relyingParty.start();
    const back = new URL(`${CALLBACK}?${query.replace('STATE', flow.state)}`);
    expect(await reasonOf(relyingParty.finish(back, flow))).toMatch(reason);
  });
});

function setUp() {
  const { issuer, tampering, authorize } = createTamperingIssuer();
  const relyingParty = createRelyingParty(issuer, CALLBACK);
  return {
    tampering,
    relyingParty,
    signIn: async () => {
      const { url, flow } = await relyingParty.start();
      return relyingParty.finish(authorize(url), flow);
    },
  };
}

function reasonOf(signIn: Promise<unknown>): Promise<string> {
  return signIn.then(() => 'accepted', summarizeError);
}

/** The time so many seconds from now, in seconds since 1970. */
function seconds(fromNow: number): number {
  return Math.floor(Date.now() / 1000) + fromNow;
}
