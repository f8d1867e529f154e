import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isBlank } from '#shared/thought.ts';
import { ACCESS_MATRIX, type Cell, type Claim, type Person } from '#tests/access-matrix.ts';
import {
  readRules,
  type Access,
  type Fields,
  type FieldValue,
  type Token,
} from '#tests/firestore-emulator/rules.ts';

const isAllowed = readRules(readFileSync('firebase/firestore.rules', 'utf8'));

const NOW = '2026-11-21T12:00:00.123456Z';
const TEXT_ID = 'abcdefghijklmnopqrst';
const THOUGHT = `Thoughts-Data/${TEXT_ID}`;
const TOMBSTONE = `Deleted-Thoughts/${TEXT_ID}`;
const STORED: Fields = {
  ...fieldsOf('author'),
  createdAt: { timestampValue: '2026-11-20T12:00:00Z' },
};

const TOMB: Fields = { uID: string('uid-of-author'), deletedAt: { timestampValue: NOW } };

/** Every character there can be; halves of characters never reach a database. */
const CODE_POINTS = Array.from({ length: 0x11_0000 }, (_, point) => point).filter(
  (point) => point < 0xd800 || point > 0xdfff,
);

describe('the access matrix on the Firestore rules', () => {
  test.each(ACCESS_MATRIX)('$person, $operation, $claim.name: $allowed', (cell) => {
    expect(isAllowed(accessOf(cell))).toBe(cell.allowed);
  });
});

describe('beyond the matrix, the Firestore rules', () => {
  const author = tokenOf('author');

  test.each(['password', 'anonymous', 'custom'])(
    'refuse whom the provider %s signed in',
    (provider) => {
      const token = { ...author, firebase: { sign_in_provider: provider } };
      expect(may('get', THOUGHT, { token, before: { [THOUGHT]: STORED } })).toBe(false);
      expect(may('create', THOUGHT, { token, after: { [THOUGHT]: fieldsOf('author') } })).toBe(
        false,
      );
      expect(may('create', TOMBSTONE, { token, after: { [TOMBSTONE]: TOMB } })).toBe(false);
    },
  );

  test.each([`Other/${TEXT_ID}`, `${THOUGHT}/Likes/${TEXT_ID}`, `${TOMBSTONE}/Likes/${TEXT_ID}`])(
    'refuse a document at %s',
    (path) => {
      expect(may('get', path, { before: { [path]: STORED } })).toBe(false);
      expect(may('create', path, { after: { [path]: fieldsOf('author') } })).toBe(false);
    },
  );

  test.each<[what: string, claims: { name?: string; picture?: string }, isTaken: boolean]>([
    ['neither name nor picture', {}, true],
    ['a name of 200 characters', { name: 'x'.repeat(200) }, true],
    ['a longer name', { name: 'x'.repeat(201) }, false],
    ['a picture at 2,000 characters', { picture: 'x'.repeat(2_000) }, true],
    ['a picture at more', { picture: 'x'.repeat(2_001) }, false],
    ['a name that no other database takes', { name: 'a\0b' }, false],
    ['a picture that no other database takes', { picture: 'a\0b' }, false],
  ])('let an account with %s post', (_what, claims, isTaken) => {
    const { name: _name, picture: _picture, ...rest } = { name: '', picture: '', ...author };
    const { name = '', picture = '' } = claims;
    const after = { ...fieldsOf('author'), uName: string(name), uProfile: string(picture) };
    const token = { ...rest, ...claims };
    expect(may('create', THOUGHT, { token, after: { [THOUGHT]: after } })).toBe(isTaken);
  });

  test('refuse a second thought under a used id, even the same one', () => {
    const before = { [THOUGHT]: STORED };
    const after = { [THOUGHT]: fieldsOf('author') };
    expect(may('update', THOUGHT, { before, after })).toBe(false);
  });
});

describe('for thoughts deleted for good, the Firestore rules', () => {
  const stored = { [THOUGHT]: STORED };
  const deleted = { [TOMBSTONE]: TOMB };

  test('refuse to delete a thought without leaving a tombstone', () => {
    expect(may('delete', THOUGHT, { before: stored, after: {} })).toBe(false);
    expect(may('delete', THOUGHT, { before: stored, after: deleted })).toBe(true);
  });

  test('refuse a tombstone while the thought stays', () => {
    const after = { ...stored, ...deleted };
    expect(may('create', TOMBSTONE, { before: stored, after })).toBe(false);
    expect(may('create', TOMBSTONE, { before: stored, after: deleted })).toBe(true);
  });

  test('let an id that never arrived be given up', () => {
    expect(may('create', TOMBSTONE, { after: deleted })).toBe(true);
  });

  test('refuse a thought under an id with a tombstone', () => {
    const after = { ...deleted, [THOUGHT]: fieldsOf('author') };
    expect(may('create', THOUGHT, { before: deleted, after })).toBe(false);
  });

  test.each<[string, Fields]>([
    ["in another's name", { ...TOMB, uID: string('uid-of-other') }],
    ['of another time', { ...TOMB, deletedAt: { timestampValue: '2020-01-01T00:00:00Z' } }],
    ['with a third field', { ...TOMB, text: string('here lies') }],
    ['without a time', { uID: string('uid-of-author') }],
  ])('refuse a tombstone %s', (_kind, tombstone) => {
    expect(may('create', TOMBSTONE, { after: { [TOMBSTONE]: tombstone } })).toBe(false);
  });

  test('refuse a tombstone under what can be no id', () => {
    const path = 'Deleted-Thoughts/short';
    expect(may('create', path, { after: { [path]: TOMB } })).toBe(false);
  });

  test('let nobody change or delete a tombstone', () => {
    expect(may('update', TOMBSTONE, { before: deleted, after: deleted })).toBe(false);
    expect(may('delete', TOMBSTONE, { before: deleted, after: {} })).toBe(false);
  });

  test("let a person read an own tombstone or a missing one, nobody another's, and none list them", () => {
    expect(may('get', TOMBSTONE, { before: deleted })).toBe(true);
    expect(may('get', TOMBSTONE, {})).toBe(true);
    expect(may('get', TOMBSTONE, { before: deleted, token: tokenOf('other') })).toBe(false);
    expect(may('get', TOMBSTONE, { token: null })).toBe(false);
    expect(may('list', 'Deleted-Thoughts', {})).toBe(false);
  });
});

describe('what is blank', () => {
  const blank = CODE_POINTS.filter((point) => isBlank(String.fromCodePoint(point)));

  test('is the same to the Firestore rules and to everything else, over all code points', () => {
    expect(blank.length).toBeGreaterThan(4000);
    expect(blank.filter(isStored)).toEqual([]);
    // Blank characters come in ranges: a rule that goes too far lets a neighbour of one fail.
    const neighbours = new Set(blank.flatMap((point) => [point - 1, point + 1]));
    const visible = CODE_POINTS.filter((point) => neighbours.has(point) && !blank.includes(point));
    expect(visible.filter((point) => !isStored(point))).toEqual([]);
  });
});

/** What a request is made of; by default the author's, on an empty database. */
interface Circumstances {
  token?: Token;
  before?: Readonly<Record<string, Fields>>;
  after?: Readonly<Record<string, Fields>>;
}

function may(
  operation: Access['operation'],
  path: string,
  { token = tokenOf('author'), before = {}, after = before }: Circumstances,
): boolean {
  return isAllowed({
    operation,
    path,
    token,
    time: NOW,
    before: (name) => before[name],
    after: (name) => after[name],
  });
}

/** Whether a character alone may be a text. */
function isStored(point: number): boolean {
  const text = string(String.fromCodePoint(point));
  const before = { [THOUGHT]: STORED };
  return may('update', THOUGHT, { before, after: { [THOUGHT]: { ...STORED, text } } });
}

function accessOf({ person, operation, claim }: Cell): Access {
  const path = `Thoughts-Data/${claim.textID ?? TEXT_ID}`;
  const token = tokenOf(person);
  const stored = (name: string) => (name === path ? STORED : undefined);
  const only = (fields: Fields) => (name: string) => (name === path ? fields : undefined);
  const base = { path, token, time: NOW, before: stored, after: stored };
  switch (operation) {
    case 'read':
      return { ...base, operation: 'get' };
    case 'list':
    case 'list own':
      return { ...base, path: 'Thoughts-Data', operation: 'list' };
    case 'create':
      return {
        ...base,
        operation,
        before: () => undefined,
        after: only(claimed(fieldsOf(person), claim)),
      };
    case 'update':
      return { ...base, operation, after: only(edited(claim)) };
    case 'delete':
      return { ...base, operation, after: (name) => (name === TOMBSTONE ? TOMB : undefined) };
  }
}

function edited(claim: Claim): Fields {
  return claimed({ ...STORED, text: string('edited') }, claim);
}

function claimed(right: Fields, { fields, without }: Claim): Fields {
  const said = Object.entries(fields).map(([name, value]) => [name, valueOf(name, value)] as const);
  const all = { ...right, ...Object.fromEntries(said) };
  return Object.fromEntries(Object.entries(all).filter(([name]) => name !== without));
}

function valueOf(name: string, value: string | number | null): FieldValue {
  if (value === null) return { nullValue: null };
  if (typeof value === 'number') return { integerValue: String(value) };
  return name === 'createdAt' ? { timestampValue: value } : string(value);
}

function fieldsOf(person: Person): Fields {
  return {
    uID: string(`uid-of-${person}`),
    uName: string(person),
    text: string('a thought'),
    createdAt: { timestampValue: NOW },
    uProfile: string(`https://pictures.example/${person}.png`),
  };
}

function tokenOf(person: Person): Token {
  if (person === 'signed out') return null;
  return {
    sub: `uid-of-${person}`,
    name: person,
    picture: `https://pictures.example/${person}.png`,
    firebase: { sign_in_provider: 'google.com' },
  };
}

function string(stringValue: string): FieldValue {
  return { stringValue };
}
