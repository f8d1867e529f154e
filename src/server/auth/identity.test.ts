import * as v from 'valibot';
import { expect, test } from 'vitest';
import { openTestDatabase } from '#tests/server/test-board.ts';
import { Claims, identityFrom, recordSignIn, userFromRow, type UserRow } from './identity.ts';
import type { Issuer } from './issuer.ts';

const ISSUER: Issuer = {
  name: 'issuer',
  url: 'https://issuer.example',
  clientID: 'board',
  clientSecret: 'secret',
  prompt: 'login',
};

test('a picture is taken over https, or from this server where it draws its own', () => {
  const pictureOf = (picture: string, issuer = ISSUER): string | null =>
    identityFrom(issuer, claimsOf({ picture })).photoURL;
  const drawing = { ...ISSUER, ownPictures: '/local-accounts/pictures' };
  expect(pictureOf('https://pictures.example/ada')).toBe('https://pictures.example/ada');
  expect(pictureOf('http://pictures.example/ada')).toBeNull();
  for (const scheme of 'javascript,JaVaScRiPt, javascript,java\tscript,blob,vbscript'.split(','))
    expect(pictureOf(`${scheme}:https://pictures.example/ada`)).toBeNull();
  expect(pictureOf('data:image/png;base64,AAAA')).toBeNull();
  expect(pictureOf('/local-accounts/pictures/7/A')).toBeNull();
  expect(pictureOf('/local-accounts/pictures/7/A', drawing)).toBe('/local-accounts/pictures/7/A');
  expect(pictureOf('/elsewhere/7/A', drawing)).toBeNull();
  expect(identityFrom(drawing, claimsOf({})).photoURL).toBeNull();
});

test.for(['half \uD83C', 'with \0 in it', ' \n ', 'x'.repeat(2_001), 7])(
  'a name that cannot be kept counts as none: %j',
  (name) => {
    expect(v.parse(Claims, { sub: 'ada', name })).toMatchObject({ sub: 'ada', name: null });
  },
);

test('a long name is cut, but not within a character', () => {
  const claims = claimsOf({ name: `${'x'.repeat(99)}🙂` });
  expect(identityFrom(ISSUER, claims).displayName).toBe('x'.repeat(99));
});

function claimsOf(claims: Partial<Claims>): Claims {
  return v.parse(Claims, { sub: 'ada', ...claims });
}

test('a further sign-in changes the last one, not the first', async () => {
  const database = await openTestDatabase();
  for (const now of [1_000, 2_000])
    await recordSignIn(database, identityFrom(ISSUER, claimsOf({ email_verified: true })), now);
  const [rows] = await database.read({ sql: 'select * from "users"' });
  expect(rows).toMatchObject([{ creationTime: 1_000, lastSignInTime: 2_000, emailVerified: 1 }]);
});

test.for([
  ['displayName', { displayName: 'Ada King' }],
  ['photoURL', { photoURL: 'https://pictures.example/new' }],
  ['email', { email: 'new@example.com' }],
  ['emailVerified', { emailVerified: 1 }],
  ['issuer', { issuer: 'another issuer' }],
] as const)(
  'who returns with another %s has it from then on, in what they see too',
  async ([, changed]) => {
    const database = await openTestDatabase();
    const first = {
      email: 'old@example.com',
      name: 'Ada',
      picture: 'https://pictures.example/old',
    };
    const identity = identityFrom(ISSUER, claimsOf(first));
    await recordSignIn(database, identity, 1_000);
    await recordSignIn(database, { ...identity, ...changed }, 2_000);
    const [rows] = await database.read<[UserRow]>({ sql: 'select * from "users"' });
    const now = { ...identity, ...changed, creationTime: 1_000, lastSignInTime: 2_000 };
    expect(rows).toEqual([now]);
    const { uid, displayName, photoURL, email } = now;
    const seen = rows.map((row) => userFromRow(row));
    expect(seen).toMatchObject([{ uid, displayName, photoURL, email }]);
  },
);
