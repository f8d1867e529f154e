import { latestFirst, type StoredDocument } from './document-values.ts';
import { Refusal } from './refusal.ts';

/** The one form of query this project makes: of a collection, perhaps one author's, newest first. */
export interface Query {
  collection: string;
  uID: string | null;
  start: Cursor | null;
  end: Cursor | null;
  limit: number;
}

/** A position in the order, just before or just after a document that may be gone. */
export interface Cursor {
  createdAt: string;
  name: string;
  isBefore: boolean;
}

interface StructuredCursor {
  before?: boolean;
  values?: readonly { timestampValue?: string; referenceValue?: string }[];
}

/** A query as the SDK sends it, as far as it is looked at. */
export interface StructuredQuery {
  from?: readonly { collectionId: string }[];
  where?: {
    fieldFilter?: { field: { fieldPath: string }; op: string; value: { stringValue?: string } };
  };
  orderBy?: readonly { field: { fieldPath: string }; direction: string }[];
  startAt?: StructuredCursor;
  endAt?: StructuredCursor;
  limit?: number | { value: number };
}

/** The query's form; refuses any this project doesn't make. */
export function readQuery(query: StructuredQuery): Query {
  const { from = [], where, orderBy = [], startAt, endAt, limit } = query;
  const order = orderBy.map(({ field, direction }) => `${field.fieldPath} ${direction}`).join(', ');
  const collection = from[0]?.collectionId;
  if (order !== 'createdAt DESCENDING, __name__ DESCENDING' || collection === undefined) {
    throw new Refusal('INVALID_ARGUMENT');
  }
  const count = typeof limit === 'object' ? limit.value : limit;
  return {
    collection,
    uID: authorIn(where),
    start: readCursor(startAt),
    end: readCursor(endAt),
    limit: count ?? Infinity,
  };
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

function readCursor(cursor: StructuredCursor | undefined): Cursor | null {
  if (cursor === undefined) return null;
  const [time, name] = cursor.values ?? [];
  if (time?.timestampValue === undefined || name?.referenceValue === undefined) {
    throw new Refusal('INVALID_ARGUMENT');
  }
  return {
    createdAt: time.timestampValue,
    name: name.referenceValue,
    isBefore: cursor.before ?? false,
  };
}

/** The documents a query finds, in its order. */
export function runQuery(
  { collection, uID, start, end, limit }: Query,
  documents: readonly StoredDocument[],
): StoredDocument[] {
  return documents
    .filter(({ name }) => name.split('/').at(-2) === collection)
    .filter(({ fields }) => uID === null || textOf(fields['uID']) === uID)
    .map((document) => ({ document, position: positionOf(document) }))
    .filter(({ position }) => start === null || !isAbove(position, start))
    .filter(({ position }) => end === null || isAbove(position, end))
    .toSorted((a, b) => compare(a.position, b.position))
    .slice(0, limit)
    .map(({ document }) => document);
}

type Position = Pick<Cursor, 'createdAt' | 'name'>;

function positionOf({ name, fields }: StoredDocument): Position {
  return { name, createdAt: timeOf(fields['createdAt']) };
}

function isAbove(position: Position, cursor: Cursor): boolean {
  const order = compare(position, cursor);
  return cursor.isBefore ? order < 0 : order <= 0;
}

function compare(a: Position, b: Position): number {
  return latestFirst(a.createdAt, b.createdAt) || (a.name < b.name ? 1 : a.name > b.name ? -1 : 0);
}

function textOf(value: object | undefined): unknown {
  return value && 'stringValue' in value ? value.stringValue : undefined;
}

function timeOf(value: object | undefined): string {
  const time = value && 'timestampValue' in value ? value.timestampValue : undefined;
  if (typeof time !== 'string') throw new Error('A thought has no createdAt');
  return time;
}
