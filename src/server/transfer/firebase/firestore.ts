import * as v from 'valibot';
import type { FirebaseSettings } from './firebase-settings.ts';
import { withRetries, type GoogleCall } from './google-api.ts';

/** Documents that are read at once. */
const PAGE_SIZE = 1_000;

/** The fields of a document, of the types that a board's have. */
const Fields = v.record(
  v.string(),
  v.object({ stringValue: v.optional(v.string()), timestampValue: v.optional(v.string()) }),
);
export type Fields = v.InferOutput<typeof Fields>;

const Document = v.object({ name: v.string(), fields: v.optional(Fields, {}) });
const Found = v.array(v.object({ document: v.optional(Document), readTime: v.string() }));
const Got = v.array(
  v.object({
    transaction: v.optional(v.string()),
    found: v.optional(v.object({ name: v.string() })),
  }),
);

/** Documents of a collection, as they were at `readTime`. */
interface Page {
  documents: { id: string; fields: Fields }[];
  readTime: string | null;
}

/** A document to be made; `serverTime` names a field that is given the time of the commit. */
export interface NewDocument {
  collection: string;
  id: string;
  fields: Fields;
  serverTime?: string;
}

/** The documents of a project's Firestore, past its rules. */
export interface Firestore {
  /** The pages of a collection in the order of the ids, as of `readTime` or, without one, of now. */
  pages: (collection: string, readTime: string | null) => AsyncGenerator<Page>;
  /**
   * Makes documents in one commit, but for those whose id is taken in one of the collections;
   * resolves with the ids of the others.
   */
  create: (
    documents: readonly NewDocument[],
    collections: readonly string[],
  ) => Promise<ReadonlySet<string>>;
}

export function createFirestore(
  { firestore, project }: FirebaseSettings,
  call: GoogleCall,
): Firestore {
  const root = `projects/${project}/databases/(default)/documents`;
  const url = `${firestore}/v1/${root}`;
  const nameOf = (collection: string, id: string): string => `${root}/${collection}/${id}`;

  const readPage = async (query: object, readTime: string | null): Promise<Page> => {
    const body = { structuredQuery: query, ...(readTime !== null && { readTime }) };
    const found = v.parse(Found, await withRetries(() => call(`${url}:runQuery`, body)));
    const documents = found.flatMap(({ document }) => document ?? []);
    return {
      documents: documents.map(({ name, fields }) => ({ id: idOf(name), fields })),
      readTime: readTime ?? found[0]?.readTime ?? null,
    };
  };
  const writeOf = ({ collection, id, fields, serverTime }: NewDocument): object => ({
    update: { name: nameOf(collection, id), fields },
    ...(serverTime !== undefined && {
      updateTransforms: [{ fieldPath: serverTime, setToServerValue: 'REQUEST_TIME' }],
    }),
    currentDocument: { exists: false },
  });

  return {
    pages: async function* pages(collection, readTime) {
      let time = readTime;
      let last: string | undefined;
      do {
        const after = last === undefined ? {} : { startAt: cursorAfter(nameOf(collection, last)) };
        const page = await readPage({ ...inOrderOfIDs(collection), ...after }, time);
        yield page;
        time = page.readTime;
        last = page.documents.length < PAGE_SIZE ? undefined : page.documents.at(-1)?.id;
      } while (last !== undefined);
    },
    create: (documents, collections) =>
      withRetries(async () => {
        if (documents.length === 0) return new Set();
        const names = documents.flatMap(({ id }) => collections.map((name) => nameOf(name, id)));
        const reading = { documents: [...new Set(names)], newTransaction: { readWrite: {} } };
        const got = v.parse(Got, await call(`${url}:batchGet`, reading));
        const transaction = got.find((answer) => answer.transaction !== undefined)?.transaction;
        const taken = new Set(got.flatMap(({ found }) => (found ? [idOf(found.name)] : [])));
        const free = new Map(
          documents.filter(({ id }) => !taken.has(id)).map((document) => [document.id, document]),
        );
        await call(`${url}:commit`, { transaction, writes: [...free.values()].map(writeOf) });
        return new Set(free.keys());
      }),
  };
}

function inOrderOfIDs(collection: string): object {
  return {
    from: [{ collectionId: collection }],
    orderBy: [{ field: { fieldPath: '__name__' }, direction: 'ASCENDING' }],
    limit: PAGE_SIZE,
  };
}

function cursorAfter(name: string): object {
  return { values: [{ referenceValue: name }], before: false };
}

function idOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
