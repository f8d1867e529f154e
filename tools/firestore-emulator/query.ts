import { nanosOf, Refusal, type Fields, type FieldValue } from './rules.ts';

/** A document as Firestore answers with it. */
export interface StoredDocument {
  name: string;
  fields: Fields;
  createTime: string;
  updateTime: string;
}

/** A position in the order, just before or just after a document that may be gone. */
interface Cursor {
  before?: boolean;
  values: readonly [{ timestampValue: string }, { referenceValue: string }];
}

interface Filter {
  fieldFilter: { field: { fieldPath: string }; op: string; value: FieldValue };
}

/** A query as the web SDK sends it for this project: a collection, or one author's part, newest first. */
export interface Query {
  from: readonly [{ collectionId: string }];
  where: Filter | { compositeFilter: { filters: readonly Filter[] } };
  orderBy: readonly { field: { fieldPath: string }; direction: string }[];
  startAt?: Cursor;
  endAt?: Cursor;
  limit?: number;
}

/** A part of a collection in the order of the documents' names, as the owner's tools request it. */
export interface Listing {
  from: readonly [{ collectionId: string }];
  startAt?: { values: readonly [{ referenceValue: string }] };
  limit: number;
}

interface IndexFile {
  indexes: { collectionGroup: string; fields: { fieldPath: string; order?: string }[] }[];
  fieldOverrides: { collectionGroup: string; fieldPath: string; indexes: { order?: string }[] }[];
}

/**
 * Reads a file of indexes; returns the function that refuses a query that none of them serves. A field is
 * indexed by itself unless an override of it, or of all fields of its collection (`*`), says otherwise; a
 * filter with an order needs an index of its own.
 */
export function readIndexes(text: string): (query: Query) => void {
  const { indexes, fieldOverrides }: IndexFile = JSON.parse(text);
  const known = indexes.map(({ collectionGroup, fields }) =>
    [collectionGroup, ...fields.map(({ fieldPath, order }) => `${fieldPath} ${order}`)].join(', '),
  );
  const isOrdered = (collection: string): boolean => {
    const overrides = fieldOverrides.filter((one) => one.collectionGroup === collection);
    const overrideOf = (field: string) => overrides.find(({ fieldPath }) => fieldPath === field);
    const override = overrideOf('createdAt') ?? overrideOf('*');
    return override?.indexes.some(({ order }) => order === 'DESCENDING') ?? true;
  };
  return ({ from: [{ collectionId }], where, orderBy }) => {
    const order = orderBy.map(({ field, direction }) => `${field.fieldPath} ${direction}`);
    const filters = filtersOf(where).map(({ field, op }) => `${field.fieldPath} ${op}`);
    const isOurs =
      order.join(', ') === 'createdAt DESCENDING, __name__ DESCENDING' &&
      /^(?:uID EQUAL, )?createdAt GREATER_THAN_OR_EQUAL$/u.test(filters.join(', '));
    if (!isOurs) throw new Refusal('INVALID_ARGUMENT');
    const index = `${collectionId}, uID ASCENDING, createdAt DESCENDING`;
    const isServed = filters.length > 1 ? known.includes(index) : isOrdered(collectionId);
    if (!isServed) throw new Refusal('FAILED_PRECONDITION');
  };
}

function filtersOf(where: Query['where']): readonly Filter['fieldFilter'][] {
  const filters = 'compositeFilter' in where ? where.compositeFilter.filters : [where];
  return filters.map(({ fieldFilter }) => fieldFilter);
}

/** The documents a query finds, in its order. */
export function runQuery(
  { from: [{ collectionId }], where, startAt, endAt, limit }: Query,
  documents: readonly StoredDocument[],
): StoredDocument[] {
  const author = filtersOf(where).find(({ op }) => op === 'EQUAL');
  return documents
    .filter((one) => isIn(one, collectionId) && timeOf(one) !== undefined)
    .filter(({ fields }) => !author || textOf(fields['uID']) === textOf(author.value))
    .filter((one) => startAt === undefined || !isAbove(one, startAt))
    .filter((one) => endAt === undefined || isAbove(one, endAt))
    .toSorted((a, b) => compare(positionOf(a), positionOf(b)))
    .slice(0, limit);
}

/** The documents of a listing. */
export function runListing(
  { from: [{ collectionId }], startAt, limit }: Listing,
  documents: readonly StoredDocument[],
): StoredDocument[] {
  const after = startAt?.values[0].referenceValue ?? '';
  return documents
    .filter((one) => one.name > after && isIn(one, collectionId))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .slice(0, limit);
}

function isIn({ name }: StoredDocument, collection: string): boolean {
  return name.split('/').at(-2) === collection;
}

/** When a document was created, in nanoseconds since 1970, and its name. */
type Position = readonly [createdAt: bigint, name: string];

/** The positions of documents, which never change: to read a timestamp takes most of a query's time. */
const positions = new WeakMap<StoredDocument, Position>();

function isAbove(document: StoredDocument, { before = false, values: [time, name] }: Cursor) {
  const cursor = [nanosOf(time.timestampValue), name.referenceValue] as const;
  const order = compare(positionOf(document), cursor);
  return before ? order < 0 : order <= 0;
}

/** Orders positions newest first. */
function compare([time, name]: Position, [otherTime, otherName]: Position): number {
  if (time !== otherTime) return otherTime > time ? 1 : -1;
  return name < otherName ? 1 : name > otherName ? -1 : 0;
}

function positionOf(document: StoredDocument): Position {
  const known = positions.get(document);
  if (known) return known;
  const position = [nanosOf(timeOf(document) ?? ''), document.name] as const;
  positions.set(document, position);
  return position;
}

function timeOf({ fields: { createdAt } }: StoredDocument): string | undefined {
  return createdAt && 'timestampValue' in createdAt ? createdAt.timestampValue : undefined;
}

function textOf(value: FieldValue | undefined): string | undefined {
  return value && 'stringValue' in value ? value.stringValue : undefined;
}
