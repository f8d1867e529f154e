import * as v from 'valibot';
import { COLLECTION, TOMBSTONES } from '#shared/thought.ts';
import { BoardRecord } from '#server/operator/records.ts';
import { withRetries, type FirebaseSettings, type GoogleCall } from './google-api.ts';

/** Documents that are read at once. */
const PAGE_SIZE = 1_000;

/** The fields of a document, of the types that a board's have. */
const Fields = v.record(
  v.string(),
  v.object({ stringValue: v.optional(v.string()), timestampValue: v.optional(v.string()) }),
);
type Fields = v.InferOutput<typeof Fields>;

const Document = v.object({ name: v.string(), fields: v.optional(Fields, {}) });
const Found = v.array(v.object({ document: v.optional(Document), readTime: v.string() }));
const Committed = v.object({ commitTime: v.optional(v.string()) });
const Got = v.array(
  v.object({
    transaction: v.optional(v.string()),
    found: v.optional(v.object({ name: v.string() })),
  }),
);

/** A document that was read. */
interface ReadDocument {
  id: string;
  fields: Fields;
}

/** A document to be made; `serverTime` names a field that is given the time of the commit. */
interface NewDocument {
  collection: string;
  id: string;
  fields: Fields;
  serverTime?: string;
}

/** The documents of a project's Firestore, past its rules. */
export interface Firestore {
  /** A moment, as of which all pages of an export can be read for an hour. */
  now: () => Promise<string>;
  /** The pages of a collection in the order of the ids, as they were at a moment. */
  pages: (collection: string, readTime: string) => AsyncGenerator<ReadDocument[]>;
  /**
   * Makes documents in one commit, but for those whose id is taken in either collection, or by one
   * before them; resolves with those that were made.
   */
  create: (documents: readonly NewDocument[]) => Promise<ReadonlySet<NewDocument>>;
}

/** The documents of a project; calls are made with the right to all of them. */
export function createFirestore(
  { firestore, project }: FirebaseSettings,
  call: GoogleCall,
): Firestore {
  const root = `projects/${project}/databases/(default)/documents`;
  const url = `${firestore}/v1/${root}`;
  const nameOf = (collection: string, id: string): string => `${root}/${collection}/${id}`;

  const runQuery = (body: object): Promise<v.InferOutput<typeof Found>> =>
    withRetries(() => call(Found, `${url}:runQuery`, body));
  const writeOf = ({ collection, id, fields, serverTime }: NewDocument): object => ({
    update: { name: nameOf(collection, id), fields },
    ...(serverTime !== undefined && {
      updateTransforms: [{ fieldPath: serverTime, setToServerValue: 'REQUEST_TIME' }],
    }),
    currentDocument: { exists: false },
  });

  return {
    now: async () => {
      const found = await runQuery({ structuredQuery: inOrderOfIDs(COLLECTION, 1) });
      // What was found first is as good as of then.
      const readTime = found.at(-1)?.readTime;
      if (readTime === undefined) throw new Error('Firestore does not say what time it is.');
      return readTime;
    },
    pages: async function* pages(collection, readTime) {
      let last: string | undefined;
      do {
        const after = last === undefined ? {} : { startAt: cursorAfter(nameOf(collection, last)) };
        const structuredQuery = { ...inOrderOfIDs(collection, PAGE_SIZE), ...after };
        const found = await runQuery({ structuredQuery, readTime });
        const documents = found.flatMap(({ document }) => document ?? []);
        const page = documents.map(({ name, fields }) => ({ id: idOf(name), fields }));
        yield page;
        last = page.length < PAGE_SIZE ? undefined : page.at(-1)?.id;
      } while (last !== undefined);
    },
    create: (documents) =>
      withRetries(async () => {
        if (documents.length === 0) return new Set();
        const collections = Object.values(COLLECTIONS);
        const names = documents.flatMap(({ id }) => collections.map((name) => nameOf(name, id)));
        const reading = { documents: [...new Set(names)], newTransaction: { readWrite: {} } };
        const got = await call(Got, `${url}:batchGet`, reading);
        const transaction = got.find((answer) => answer.transaction !== undefined)?.transaction;
        const taken = new Set(got.flatMap(({ found }) => (found ? [idOf(found.name)] : [])));
        const free = documents.filter(({ id }) => {
          const isFree = !taken.has(id);
          taken.add(id);
          return isFree;
        });
        await call(Committed, `${url}:commit`, { transaction, writes: free.map(writeOf) });
        return new Set(free);
      }),
  };
}

function inOrderOfIDs(collection: string, limit: number): object {
  return {
    from: [{ collectionId: collection }],
    orderBy: [{ field: { fieldPath: '__name__' }, direction: 'ASCENDING' }],
    limit,
  };
}

function cursorAfter(name: string): object {
  return { values: [{ referenceValue: name }], before: false };
}

function idOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** What Firestore keeps of a board. */
export type KeptRecord = Exclude<BoardRecord, { kind: 'person' }>;

/** The collections of a board: an id is in one of them at most. */
export const COLLECTIONS = { deleted: TOMBSTONES, thought: COLLECTION } as const satisfies Record<
  KeptRecord['kind'],
  string
>;

/** The record in a document; null when it holds none. Every version is 1: Firestore counts none. */
export function recordOf(
  kind: KeptRecord['kind'],
  { id, fields }: { id: string; fields: Fields },
): KeptRecord | null {
  const { uID, uName, text, uProfile, createdAt } = fields;
  const common = { kind, textID: id, uID: uID?.stringValue };
  const thought = {
    uName: uName?.stringValue,
    text: text?.stringValue,
    createdAt: Date.parse(createdAt?.timestampValue ?? ''),
    uProfile: uProfile?.stringValue,
    version: 1,
  };
  const read = v.safeParse(BoardRecord, kind === 'deleted' ? common : { ...common, ...thought });
  return read.success && read.output.kind !== 'person' ? read.output : null;
}

/** The document of a record whose author has the account `uID`. */
export function documentOf(record: KeptRecord, uID: string): NewDocument {
  const place = { collection: COLLECTIONS[record.kind], id: record.textID };
  const author = { uID: { stringValue: uID } };
  if (record.kind === 'deleted') return { ...place, fields: author, serverTime: 'deletedAt' };
  const { uName, text, createdAt, uProfile } = record;
  const fields = {
    ...author,
    uName: { stringValue: uName },
    text: { stringValue: text },
    createdAt: { timestampValue: new Date(createdAt).toISOString() },
    uProfile: { stringValue: uProfile },
  };
  return { ...place, fields };
}
