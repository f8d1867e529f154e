import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readIndexes, type Query } from './query.ts';
import { Refusal } from './rules.ts';

const INDEXES: unknown = JSON.parse(readFileSync('firebase/firestore.indexes.json', 'utf8'));
const COLLECTION = 'Thoughts-Data';
const EVERY_FIELD = { collectionGroup: COLLECTION, fieldPath: '*', indexes: [] };

const ANY_TIME = {
  fieldFilter: {
    field: { fieldPath: 'createdAt' },
    op: 'GREATER_THAN_OR_EQUAL',
    value: { timestampValue: '0001-01-01T00:00:00Z' },
  },
};
const AUTHOR = {
  fieldFilter: { field: { fieldPath: 'uID' }, op: 'EQUAL', value: { stringValue: 'ada' } },
};
const FEED: Query = {
  from: [{ collectionId: COLLECTION }],
  where: ANY_TIME,
  orderBy: [
    { field: { fieldPath: 'createdAt' }, direction: 'DESCENDING' },
    { field: { fieldPath: '__name__' }, direction: 'DESCENDING' },
  ],
};
const OWN: Query = { ...FEED, where: { compositeFilter: { filters: [AUTHOR, ANY_TIME] } } };

const REFUSED = 'FAILED_PRECONDITION';

test.each([
  ["the project's indexes", INDEXES, undefined, undefined],
  ['no index of its own', { indexes: [], fieldOverrides: [] }, undefined, REFUSED],
  ['no index of any field', { indexes: [], fieldOverrides: [EVERY_FIELD] }, REFUSED, REFUSED],
])('with %s, a query is served only by an index', (_name, file, feed, own) => {
  const requireIndex = readIndexes(JSON.stringify(file));
  expect([FEED, OWN].map((query) => refusalOf(() => requireIndex(query)))).toEqual([feed, own]);
});

function refusalOf(run: () => void): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.status;
    throw error;
  }
}
