import type { Fault } from '#tests/planted/fault.ts';

export const SIGN_IN: readonly Fault[] = [
  {
    name: 'the signature of an identity token is not checked',
    promise: 14,
    file: 'src/server/auth/relying-party.ts',
    search: 'execute: [client.enableNonRepudiationChecks, ...insecure],',
    replace: 'execute: insecure,',
    seenBy: 'node src/server/auth/relying-party.test.ts: a sign-in is refused',
  },
  {
    name: 'sign-in goes without PKCE',
    promise: 14,
    file: 'src/server/auth/relying-party.ts',
    search: `code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',`,
    replace: '',
    seenBy:
      'node src/server/auth/relying-party.test.ts: asks the issuer with PKCE, a state, a nonce, and no more than it needs',
  },
  {
    name: 'an identity token from the future is taken',
    promise: 14,
    file: 'src/server/auth/relying-party.ts',
    search: 'iat > Date.now() / 1000 + CLOCK_TOLERANCE_S',
    replace: 'iat > Date.now() + CLOCK_TOLERANCE_S',
    seenBy: 'node src/server/auth/relying-party.test.ts: a sign-in is refused',
  },
  {
    name: 'sign-ins under way stand in a cookie without a signature',
    promise: 14,
    file: 'src/server/auth/sign-in-routes.ts',
    search: 'signed: true',
    replace: 'signed: false',
    seenBy:
      'node src/server/auth/sign-in-routes.test.ts: when this server has not signed the cookie, before the issuer is asked',
  },
  {
    name: 'scripts can read the session cookie',
    promise: 15,
    file: 'src/server/auth/private-cookie.ts',
    search: 'httpOnly: true',
    replace: 'httpOnly: false',
    seenBy: 'node tests/security/session-cookie.test.ts: scripts cannot read it',
  },
  {
    name: 'the session cookie comes with requests of other sites',
    promise: 15,
    file: 'src/server/auth/private-cookie.ts',
    search: "sameSite: 'lax'",
    replace: "sameSite: 'none'",
    seenBy:
      'node tests/security/session-cookie.test.ts: it does not come along on requests of other sites',
  },
  {
    name: 'the session cookie travels without encryption',
    promise: 15,
    file: 'src/server/auth/private-cookie.ts',
    search: "publicURL.startsWith('https:')",
    replace: "publicURL.startsWith('https://localhost')",
    seenBy:
      'node tests/security/session-cookie.test.ts: the session cookie travels over https only',
  },
  {
    name: 'a new sign-in leaves the browser’s former session alive',
    promise: 14,
    file: 'src/server/auth/browser-sessions.ts',
    search: 'if (former !== null)',
    replace: "if (former === '')",
    seenBy:
      'node tests/security/session-cookie.test.ts: signing in gives a new token and ends the old session',
  },
  {
    name: 'sessions outlive a change of the issuer',
    promise: 14,
    file: 'src/server/auth/session-store.ts',
    search: `"sessions"."issuer" = ?2`,
    replace: 'cast(?2 as text) is not null',
    seenBy:
      'node src/server/auth/session-store.test.ts: a session is found only while the issuer that vouched for it is asked',
  },
  {
    name: 'a blocked person signs in',
    promise: 14,
    file: 'src/server/auth/identity.ts',
    search: 'where ?1 not in (select "uid" from "blocked")',
    replace: 'where true',
    seenBy:
      'processes src/server/operator/people.test.ts: keeps them out, from their pages and from signing in, until they are unblocked',
  },
  {
    name: 'a failed sign-in is not logged',
    promise: 14,
    file: 'src/server/auth/sign-in-routes.ts',
    search: 'auditLog(request).warn({ reason: summarizeError(error) }',
    replace: 'request.log.debug({ reason: summarizeError(error) }',
    seenBy: 'node src/server/auth/sign-in-routes.test.ts: a second time',
  },
  {
    name: 'the log holds sign-in codes',
    promise: 15,
    file: 'src/server/http/log.ts',
    search: "url.split('?')[0] ?? url",
    replace: 'url',
    seenBy:
      'node src/server/app.test.ts: a failure of ours is a plain 500, logged once, and says nothing of itself',
  },
  {
    name: 'a sign-out made offline is forgotten',
    promise: 14,
    file: 'src/client/session/account.ts',
    search: `await backend.signOut(signal);
    storage.removeItem(STORAGE_KEYS.signOut);`,
    replace: `storage.removeItem(STORAGE_KEYS.signOut);
    await backend.signOut(signal);`,
    seenBy:
      'node src/client/session/account.test.ts: a sign-out holds at once and is retried until it is carried out',
  },
  {
    name: 'the rules let in whom a password signs in',
    promise: 14,
    file: 'firebase/firestore.rules',
    search: `
        && request.auth.token.firebase.sign_in_provider == 'google.com';`,
    replace: ';',
    seenBy: 'node tests/firebase/access-by-rules.test.ts: refuse whom the provider',
  },
];
