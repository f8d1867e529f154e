import { describe, expect, test } from 'vitest';
import { createClock } from './clock.ts';
import { createDatabase, type Database } from './database.ts';
import type { StructuredQuery } from './query.ts';
import { readRules } from './rules/rules.ts';
import type { Write } from './write.ts';

const NAME = 'projects/demo/databases/(default)';
const nobody = { token: null, time: '2026-11-21T12:00:00.000001Z' };

// A note may be added, and taken away when a mark is left in the same commit.
const RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /Notes/{id} {
      allow read, create, update: if true;
      allow delete: if existsAfter(/databases/$(database)/documents/Marks/$(id));
    }
    match /Marks/{id} {
      allow create: if true;
    }
  }
}`;

describe('a commit', () => {
  test('is judged as a whole, before and after', () => {
    const database = databaseWith(['one']);
    const removal = { delete: nameOf('Notes/one') };
    expect(() => database.commit({ writes: [removal] }, nobody)).toThrow('PERMISSION_DENIED');
    const mark = { update: { name: nameOf('Marks/one'), fields: {} } };
    database.commit({ writes: [removal, mark] }, nobody);
    expect(idsOf(database, {})).toEqual([]);
  });

  test('does all its writes or none', () => {
    const database = databaseWith([]);
    const writes = [addition('one'), { delete: nameOf('Notes/none') }];
    expect(() => database.commit({ writes }, nobody)).toThrow('PERMISSION_DENIED');
    expect(idsOf(database, {})).toEqual([]);
  });

  test.each<[string, NonNullable<Write['currentDocument']>, string]>([
    ['there is none yet', { exists: false }, 'ALREADY_EXISTS'],
    ['it was last written then', { updateTime: '2020-01-01T00:00:00Z' }, 'FAILED_PRECONDITION'],
  ])('is refused when it says of a document that %s', (_what, currentDocument, refusal) => {
    const database = databaseWith(['one']);
    const write = { ...addition('one'), currentDocument };
    expect(() => database.commit({ writes: [write] }, nobody)).toThrow(refusal);
  });
});

describe('a query', () => {
  test.each<[string, StructuredQuery, string[]]>([
    ['everything', {}, ['4', '3', '2', '1']],
    ['the newest', { limit: { value: 1 } }, ['4']],
    ['what is above a document', { endAt: cursor(3, true) }, ['4']],
    ['a document and what is above it', { endAt: cursor(3, false) }, ['4', '3']],
    ['a document and what is below it', { startAt: cursor(3, true), limit: 2 }, ['3', '2']],
    ['what is below a document', { startAt: cursor(3, false) }, ['2', '1']],
  ])('finds %s', (_what, query, ids) => {
    expect(idsOf(databaseWith(['1', '2', '3', '4']), query)).toEqual(ids);
  });

  test('is refused in a form that is not known here', () => {
    const database = databaseWith([]);
    expect(() => idsOf(database, { orderBy: [] })).toThrow('INVALID_ARGUMENT');
    expect(() => idsOf(database, { startAt: { values: [] } })).toThrow('INVALID_ARGUMENT');
  });

  test('counts what it sends', () => {
    const database = databaseWith(['1', '2', '3']);
    idsOf(database, { limit: 2 });
    expect(database.readCount()).toBe(2);
  });
});

function databaseWith(ids: readonly string[]): Database {
  const database = createDatabase({
    name: NAME,
    rules: readRules(RULES),
    isIndexed: () => true,
    now: createClock(),
  });
  database.put(Object.fromEntries(ids.map((id) => [`Notes/${id}`, fieldsOf(id)])));
  return database;
}

function idsOf(database: Database, query: StructuredQuery): string[] {
  const result = database.runQuery(
    {
      structuredQuery: {
        from: [{ collectionId: 'Notes' }],
        orderBy: ['createdAt', '__name__'].map((fieldPath) => ({
          field: { fieldPath },
          direction: 'DESCENDING',
        })),
        ...query,
      },
    },
    nobody,
  );
  return result.map(({ document }) => document?.name.split('/').at(-1) ?? '');
}

function addition(id: string): Write {
  return { update: { name: nameOf(`Notes/${id}`), fields: fieldsOf(id) } };
}

function cursor(n: number, before: boolean) {
  return {
    before,
    values: [{ timestampValue: timeOf(n) }, { referenceValue: nameOf(`Notes/${n}`) }],
  };
}

function fieldsOf(id: string) {
  return { createdAt: { timestampValue: timeOf(Number(id) || 0) } };
}

function timeOf(n: number): string {
  return new Date(Date.UTC(2026, 0) + n * 1000).toISOString();
}

function nameOf(path: string): string {
  return `${NAME}/documents/${path}`;
}
