import type { Query } from './query.ts';

interface IndexFile {
  indexes: { collectionGroup: string; fields: { fieldPath: string; order?: string }[] }[];
}

/**
 * Reads a file of indexes; the function returned says whether one of them serves a query. Single
 * fields are indexed by themselves; a filter with an order needs an index of its own.
 */
export function readIndexes(text: string): (query: Query) => boolean {
  const { indexes }: IndexFile = JSON.parse(text);
  const known = indexes.map(({ collectionGroup, fields }) =>
    [collectionGroup, ...fields.map(({ fieldPath, order }) => `${fieldPath} ${order}`)].join(', '),
  );
  return ({ collection, uID }) =>
    uID === null || known.includes(`${collection}, uID ASCENDING, createdAt DESCENDING`);
}
