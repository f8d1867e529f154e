import { latestFirst, type StoredDocument } from './document-values.ts';
import { Refusal } from './documents.ts';

/** The one form of query this project makes: of a collection, perhaps one author's, newest first. */
export interface ThoughtsQuery {
  collection: string;
  uID: string | null;
  limit: number;
}

/** A query as the SDK sends it, as far as it is looked at. */
export interface StructuredQuery {
  from?: readonly { collectionId: string }[];
  where?: {
    fieldFilter?: { field: { fieldPath: string }; op: string; value: { stringValue?: string } };
  };
  orderBy?: readonly { field: { fieldPath: string }; direction: string }[];
  limit?: number | { value: number };
}

/** The query's form; refuses any this project doesn't make. */
export function readQuery(query: StructuredQuery): ThoughtsQuery {
  const { from = [], where, orderBy = [], limit } = query;
  const order = orderBy.map(({ field, direction }) => `${field.fieldPath} ${direction}`).join(', ');
  const collection = from[0]?.collectionId;
  if (order !== 'createdAt DESCENDING, __name__ DESCENDING' || collection === undefined) {
    throw new Refusal('INVALID_ARGUMENT');
  }
  const count = typeof limit === 'object' ? limit.value : limit;
  return { collection, uID: authorIn(where), limit: count ?? Infinity };
}

function authorIn(where: StructuredQuery['where']): string | null {
  if (where === undefined) return null;
  const { field, op, value } = where.fieldFilter ?? {};
  const uID = value?.stringValue;
  if (field?.fieldPath !== 'uID' || op !== 'EQUAL' || uID === undefined) {
    throw new Refusal('INVALID_ARGUMENT');
  }
  return uID;
}

/** The documents a query finds, in its order. */
export function runQuery(
  { collection, uID, limit }: ThoughtsQuery,
  documents: readonly StoredDocument[],
): StoredDocument[] {
  return documents
    .filter(({ name }) => name.split('/').at(-2) === collection)
    .filter(({ fields }) => uID === null || textOf(fields['uID']) === uID)
    .toSorted(
      (a, b) =>
        latestFirst(timeOf(a.fields['createdAt']), timeOf(b.fields['createdAt'])) ||
        (a.name < b.name ? 1 : -1),
    )
    .slice(0, limit);
}

function textOf(value: object | undefined): unknown {
  return value && 'stringValue' in value ? value.stringValue : undefined;
}

function timeOf(value: object | undefined): string {
  const time = value && 'timestampValue' in value ? value.timestampValue : undefined;
  if (typeof time !== 'string') throw new Error('A thought has no createdAt');
  return time;
}
