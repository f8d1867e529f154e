import * as v from 'valibot';
import { expect, test } from 'vitest';
import { PATHS, SessionBody, SignInBody } from '#shared/wire.ts';
import { createVisitor } from '#server/testing/sign-in.ts';
import { createTamperingIssuer } from '#server/testing/tampering-issuer.ts';
import { temporaryBoard, openTestDatabase } from '#server/testing/test-database.ts';
import { startTestServer } from '#server/testing/test-server.ts';
import { refusalByDomain, createAdmission } from './admission.ts';
import type { Claims } from './identity.ts';
import { googleIssuer } from './issuer.ts';
import { cookieName } from './private-cookie.ts';

test('without domains everybody’s e-mail is allowed', () => {
  expect(refusalByDomain({ email: null, emailVerified: false }, [])).toBeNull();
});

test.for(['eve@evil-board.example', 'eve@a.board.example', 'eve@other.example', null])(
  'a domain that only ends like an allowed one is not allowed: %s',
  (email) => {
    expect(refusalByDomain({ email, emailVerified: true }, ['board.example'])).not.toBeNull();
  },
);

test.for([
  ['whose e-mail is in them', ['board.example'], true, true],
  ['whose e-mail is elsewhere', ['other.example'], true, false],
  ['whose e-mail nobody verified', ['board.example'], false, false],
] as const)(
  'after a restart with other domains a person %s is signed in or not',
  async ([, allowDomains, isVerified, isSignedIn]) => {
    const board = await temporaryBoard();
    const { issuer, tampering, authorize } = createTamperingIssuer();
    tampering.about = { email: 'ada@board.example', email_verified: isVerified };
    const first = await startTestServer({ issuer }, board);
    const visitor = createVisitor(first.origin);
    const started = await visitor.send(PATHS.signIn, { method: 'POST' });
    const { url } = v.parse(SignInBody, await started.json());
    await visitor.send(authorize(url).href);
    const token = visitor.jar.header('/').split('=').at(-1);
    await first.close();

    const second = await startTestServer({ issuer, allowDomains: [...allowDomains] }, board);
    const cookie = `${cookieName('session', second.origin)}=${token}`;
    const answer = await createVisitor(second.origin).send(PATHS.session, { headers: { cookie } });
    const { user } = v.parse(SessionBody, await answer.json());
    await second.close();
    expect(user !== null).toBe(isSignedIn);
  },
);

const PERSON: Claims = {
  sub: 'ada',
  name: 'Ada',
  email: 'ada@board.example',
  picture: null,
  email_verified: true,
  hd: null,
};

test.for([
  ['an account of an organisation', { hd: 'board.example' }, true],
  ['a mailbox of Google’s', { email: 'ada@GMail.com' }, true],
  ['a personal account on an address of another’s domain', {}, false],
  ['an address like one of Google’s', { email: 'ada@notgmail.com' }, false],
] as const)('with domains Google’s word counts for %s: %j', async ([, claims, isAdmitted]) => {
  const admit = await admitFor(['board.example', 'gmail.com', 'notgmail.com']);
  const refusal = await admit({ ...PERSON, ...claims }).then(
    () => null,
    (error: Error) => error.message,
  );
  expect(refusal).toBe(isAdmitted ? null : 'The issuer does not run the mailbox of the e-mail.');
});

test('without domains Google’s word is enough for everybody', async () => {
  const admit = await admitFor([]);
  expect(await admit(PERSON)).toMatch(/^[\w-]{28}$/u);
});

async function admitFor(allowDomains: readonly string[]) {
  const database = await openTestDatabase();
  const issuer = googleIssuer('id', 'secret');
  return createAdmission({ database, issuer, allowDomains, now: Date.now });
}
