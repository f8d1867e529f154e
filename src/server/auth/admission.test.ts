import { expect, test } from 'vitest';
import { openTestDatabase } from '#server/testing/test-database.ts';
import { createAdmission } from './admission.ts';
import { googleIssuer } from './google-issuer.ts';
import type { Claims } from './identity.ts';
import { createUserStore } from './user-store.ts';

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
  const users = createUserStore(await openTestDatabase(), Date.now);
  return createAdmission({ issuer: googleIssuer('id', 'secret'), users, allowDomains });
}
