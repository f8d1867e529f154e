import { describe, expect, test } from 'vitest';
import { newId } from '#shared/id.ts';
import { ACCESS_MATRIX, type Cell, type Person } from '#tests/access-matrix.ts';
import type { FieldValue, Token } from '#tools/firestore-emulator/rules.ts';
import {
  draftOf,
  serveRules,
  STORED,
  string,
  thoughtAt,
  tokenOf,
  tombOf,
  tombstoneAt,
  uidOf,
  change,
  remove,
  set,
  type Draft,
  type Verdict,
} from './people.ts';

const rules = await serveRules();

test.each(ACCESS_MATRIX)(
  'the access matrix on the Firestore rules: $person, $operation, $claim.name: $allowed',
  async (cell) => {
    expect(await verdictOf(cell)).toBe(cell.allowed ? 'OK' : 'PERMISSION_DENIED');
  },
);

describe('beyond the matrix, the Firestore rules', () => {
  const author = tokenOf('author');

  test.each<readonly [provider: string, firebase: object | undefined, verdict: Verdict]>([
    ['Google', { sign_in_provider: 'google.com' }, 'OK'],
    ...['password', 'anonymous', 'custom', 'phone', 'apple.com', 'GOOGLE.COM', '', null].map(
      (name) => [`${name}`, { sign_in_provider: name }, 'PERMISSION_DENIED'] as const,
    ),
    ['nobody', {}, 'PERMISSION_DENIED'],
    ['nothing that speaks of it', undefined, 'PERMISSION_DENIED'],
  ])(
    'refuse people whom the provider %s signed in, unless it is Google',
    async (_who, firebase, verdict) => {
      const token = { ...author, firebase };
      const [stored, added, given] = [await rules.store(), newId(), newId()];
      expect([
        await rules.get(token, thoughtAt(stored)),
        await rules.list(token, 'Thoughts-Data'),
        await rules.list(token, 'Thoughts-Data', uidOf('author')),
        await rules.commit(token, set(thoughtAt(added), draftOf('author'))),
        await rules.commit(token, change(thoughtAt(stored), { text: string('edited') })),
        await rules.commit(token, ...deletion(stored, 'author')),
        await rules.commit(token, set(tombstoneAt(given), tombOf('author'))),
        await rules.get(token, tombstoneAt(newId())),
      ]).toEqual(Array.from({ length: 8 }, () => verdict));
    },
  );

  test.each([
    `Other/${newId()}`,
    `Thoughts-Data/${newId()}/Likes/${newId()}`,
    `Deleted-Thoughts/${newId()}/Likes/${newId()}`,
  ])('refuse a document at %s', async (path) => {
    await rules.put({ [path]: STORED });
    expect([
      await rules.get(author, path),
      await rules.commit(author, change(path, { text: string('edited') })),
      await rules.commit(author, remove(path)),
      await rules.commit(author, set(`${path}x`, draftOf('author'))),
    ]).toEqual(Array.from({ length: 4 }, () => 'PERMISSION_DENIED'));
  });

  test.each<[what: string, claims: { name?: string | null; picture?: string }, verdict: Verdict]>([
    ['neither name nor picture', {}, 'OK'],
    ['a name of 200 units', { name: 'x'.repeat(200) }, 'OK'],
    ['a longer name', { name: 'x'.repeat(201) }, 'PERMISSION_DENIED'],
    ['a name of 200 units of emoji', { name: '😀'.repeat(100) }, 'OK'],
    ['a longer one of emoji', { name: '😀'.repeat(101) }, 'PERMISSION_DENIED'],
    ['a picture at 2,000 units', { picture: 'x'.repeat(2_000) }, 'OK'],
    ['a picture at more', { picture: 'x'.repeat(2_001) }, 'PERMISSION_DENIED'],
    ['a name that no other database takes', { name: 'a\0b' }, 'PERMISSION_DENIED'],
    ['a picture that no other database takes', { picture: 'a\0b' }, 'PERMISSION_DENIED'],
    ['null for a name', { name: null }, 'PERMISSION_DENIED'],
  ])('judge an account with %s', async (_what, claims, verdict) => {
    const { sub, firebase } = { sub: '', firebase: {}, ...author };
    const draft = {
      ...draftOf('author'),
      uName: string(claims.name ?? ''),
      uProfile: string(claims.picture ?? ''),
    };
    const add = set(thoughtAt(newId()), draft);
    expect(await rules.commit({ sub, firebase, ...claims }, add)).toBe(verdict);
  });

  test('let a person read their own tombstone or a missing one, but nobody read another’s or list them', async () => {
    const textID = newId();
    await rules.commit(author, set(tombstoneAt(textID), tombOf('author')));
    const [missing, other] = [newId(), tokenOf('other')];
    expect(await rules.get(author, tombstoneAt(textID))).toBe('OK');
    expect(await rules.get(author, tombstoneAt(missing))).toBe('OK');
    const refused = [
      await rules.get(other, tombstoneAt(textID)),
      await rules.get(null, tombstoneAt(textID)),
      await rules.get(null, tombstoneAt(missing)),
      await rules.list(author, 'Deleted-Thoughts'),
      await rules.list(author, 'Deleted-Thoughts', uidOf('author')),
    ];
    expect(refused).toEqual(Array.from(refused, () => 'PERMISSION_DENIED'));
  });
});

/** Deletes a thought in a person's name. */
function deletion(textID: string, person: Person): object[] {
  return [remove(thoughtAt(textID)), set(tombstoneAt(textID), tombOf(person))];
}

async function verdictOf({ person, operation, claim }: Cell): Promise<Verdict> {
  const token: Token = tokenOf(person);
  const { textID = newId(), without } = claim;
  const path = thoughtAt(textID);
  const claimed = Object.entries(claim.fields).map(([name, value]) => [name, valueOf(name, value)]);
  const fields: Readonly<Record<string, FieldValue>> = Object.fromEntries(claimed);
  switch (operation) {
    case 'read':
      await rules.store(textID);
      return rules.get(token, path);
    case 'list':
      return rules.list(token, 'Thoughts-Data');
    case 'list own':
      return rules.list(token, 'Thoughts-Data', uidOf(person));
    case 'create': {
      const all: Draft = { ...draftOf(person), ...fields };
      const draft = Object.entries(all).filter(([name]) => name !== without);
      return rules.commit(token, set(path, Object.fromEntries(draft)));
    }
    case 'update':
      await rules.store(textID);
      return rules.commit(token, change(path, { text: string('edited'), ...fields }));
    case 'delete':
      await rules.store(textID);
      return rules.commit(token, ...deletion(textID, person));
  }
}

function valueOf(name: string, value: string | number | null): FieldValue {
  if (value === null) return { nullValue: null };
  if (typeof value === 'number') return { integerValue: String(value) };
  return name === 'createdAt' ? { timestampValue: value } : string(value);
}
