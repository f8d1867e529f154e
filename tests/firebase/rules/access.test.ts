import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ACCESS_MATRIX, type Cell, type Claim, type Person } from '#tests/access-matrix.ts';
import { isAccessAllowed, type Access, type Token } from '#tests/firebase/stand-in/access.ts';
import type { Fields, FieldValue } from '#tests/firebase/stand-in/document-values.ts';
import { readRules } from './rules.ts';

const rules = readRules(readFileSync('firebase/firestore.rules', 'utf8'));

const NOW = '2026-11-21T12:00:00.123456Z';
const PATH = 'Thoughts-Data/abcdefghijklmnopqrst';
const STORED: Fields = {
  ...fieldsOf('author'),
  createdAt: { timestampValue: '2026-11-20T12:00:00Z' },
};

describe('the access matrix on the Firestore rules', () => {
  test.each(ACCESS_MATRIX)('$person, $operation, $claim.name: $allowed', (cell) => {
    expect(isAccessAllowed(rules, accessOf(cell))).toBe(cell.allowed);
  });
});

describe('beyond the matrix, the Firestore rules', () => {
  const author = tokenOf('author');

  test.each(['password', 'anonymous', 'custom'])(
    'refuse whom the provider %s signed in',
    (provider) => {
      const token = { ...author, firebase: { sign_in_provider: provider } };
      expect(isAccessAllowed(rules, read(PATH, token))).toBe(false);
      expect(isAccessAllowed(rules, { ...read(PATH, token), operation: 'delete' })).toBe(false);
    },
  );

  test.each(['Other/abcdefghijklmnopqrst', `${PATH}/Likes/abcdefghijklmnopqrst`])(
    'refuse a document at %s',
    (path) => {
      expect(isAccessAllowed(rules, read(path, author))).toBe(false);
      const write = { operation: 'create', path, token: author, time: NOW } as const;
      expect(isAccessAllowed(rules, { ...write, after: fieldsOf('author') })).toBe(false);
    },
  );

  test('let an account without name and picture post', () => {
    const { name: _name, picture: _picture, ...token } = { name: '', picture: '', ...author };
    const after = { ...fieldsOf('author'), uName: string(''), uProfile: string('') };
    const write = { operation: 'create', path: PATH, token, time: NOW } as const;
    expect(isAccessAllowed(rules, { ...write, after })).toBe(true);
  });

  test('refuse a second thought under a used id, even the same one', () => {
    const cell = { person: 'author', operation: 'update', allowed: false } as const;
    const access = accessOf({ ...cell, claim: { name: '', allowed: false, fields: {} } });
    expect(isAccessAllowed(rules, { ...access, after: fieldsOf('author') })).toBe(false);
  });

  test('refuse to delete what is not there', () => {
    const access = { operation: 'delete', path: PATH, token: author, time: NOW } as const;
    expect(isAccessAllowed(rules, access)).toBe(false);
  });
});

function accessOf({ person, operation, claim }: Cell): Access {
  const base = { path: `Thoughts-Data/${claim.textID ?? 'abcdefghijklmnopqrst'}`, time: NOW };
  const token = tokenOf(person);
  switch (operation) {
    case 'read':
      return { ...base, token, operation: 'get', before: STORED };
    case 'list':
    case 'list own':
      return { ...base, path: 'Thoughts-Data', token, operation: 'list' };
    case 'create':
      return { ...base, token, operation, after: claimed(fieldsOf(person), claim) };
    case 'update':
      return { ...base, token, operation, before: STORED, after: edited(claim) };
    case 'delete':
      return { ...base, token, operation, before: STORED };
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

function read(path: string, token: Token): Access {
  return { operation: 'get', path, token, time: NOW, before: STORED };
}

function string(stringValue: string): FieldValue {
  return { stringValue };
}
