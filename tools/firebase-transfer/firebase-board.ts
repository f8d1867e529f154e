import * as v from 'valibot';
import { COLLECTION, TOMBSTONES } from '#shared/thought.ts';
import { DeletedRecord, ThoughtRecord, type MovableBoard } from '#server/operator/records.ts';
import { createAccounts } from './accounts.ts';
import { createGoogleCall, type FirebaseSettings, type GoogleCall } from './google-api.ts';

const PAGE_SIZE = 1_000;

const Fields = v.record(
  v.string(),
  v.object({ stringValue: v.optional(v.string()), timestampValue: v.optional(v.string()) }),
);
const Document = v.object({ name: v.string(), fields: v.optional(Fields, {}) });
type Document = v.InferOutput<typeof Document>;
const Found = v.array(v.object({ document: v.optional(Document), readTime: v.string() }));
const Committed = v.object({ commitTime: v.optional(v.string()) });
const Name = v.object({ name: v.string() });
const Got = v.array(v.object({ found: v.optional(Name) }));

/** The contents of a document; other fields are left out. */
const KEPT = v.variant('kind', [v.object(DeletedRecord.entries), v.object(ThoughtRecord.entries)]);
type KeptRecord = v.InferOutput<typeof KEPT>;

const TIME = 'createdAt';

/** The collections of a board; an id is in at most one of them. */
const COLLECTIONS = { deleted: TOMBSTONES, thought: COLLECTION } as const;

/** A board on Firebase, bypassing its rules; `warn` gets what is left out, and who can't sign in. */
export function createFirebaseBoard(
  settings: FirebaseSettings,
  warn: (sentence: string) => void,
): MovableBoard {
  const call = createGoogleCall(settings);
  const accounts = createAccounts(settings, call);
  const firestore = createFirestore(settings, call);

  return {
    readAll: async (each) => {
      const readTime = await firestore.now();
      // The accounts are read after that moment, so that every author is among them.
      const all = await accounts.readAll();
      const uids = new Map(all.map(({ accountID, person }) => [accountID, person.uid]));
      const readKind = async (kind: KeptRecord['kind']): Promise<void> => {
        for await (const page of firestore.pages(kind, { readTime, warn })) {
          each(page.map((record) => ({ ...record, uID: uids.get(record.uID) ?? record.uID })));
        }
      };
      await readKind('deleted');
      // Of a person's two accounts the later one counts, which is Google's.
      const people = new Map(all.map(({ person }) => [person.uid, person]));
      each(
        [...people.values()].toSorted((a, b) =>
          Buffer.compare(Buffer.from(a.uid), Buffer.from(b.uid)),
        ),
      );
      await readKind('thought');
    },
    add: async (records) => {
      const people = await accounts.add(records.filter((record) => record.kind === 'person'));
      for (const { uid } of people.withoutEmail) {
        warn(`Nobody can sign in as ${uid}: they have no verified e-mail that is theirs alone.`);
      }
      const kept = records.filter((record) => record.kind !== 'person');
      const made = await firestore.create(
        kept.map((record) => ({ ...record, uID: accounts.idOf(record.uID) })),
      );
      return people.added.length + made;
    },
  };
}

function createFirestore({ firestore, project }: FirebaseSettings, call: GoogleCall) {
  const root = `projects/${project}/databases/(default)/documents`;
  const url = `${firestore}/v1/${root}`;
  const query = (structuredQuery: object, readTime?: string) =>
    call(Found, `${url}:runQuery`, { structuredQuery, readTime });

  return {
    /** A read time for all pages of an export; Firestore serves it for an hour. */
    now: async (): Promise<string> => {
      const found = await query(inOrderOfIDs(COLLECTION, 1));
      const readTime = found.at(-1)?.readTime;
      if (readTime === undefined) throw new Error('Firestore gave no read time.');
      return readTime;
    },
    /** The records of a kind in the order of their ids, as of a moment; warns of invalid documents. */
    async *pages(
      kind: KeptRecord['kind'],
      { readTime, warn }: { readTime: string; warn: (sentence: string) => void },
    ): AsyncGenerator<KeptRecord[]> {
      const collection = COLLECTIONS[kind];
      let last: string | undefined;
      do {
        const found = await query(inOrderOfIDs(collection, PAGE_SIZE, last), readTime);
        const page = found.flatMap(({ document }) => document ?? []);
        yield page.flatMap((document) => {
          const record = recordOf(kind, document);
          const stray = `${collection}/${idOf(document)} is no document of a board, and is left out.`;
          if (record === null) warn(stray);
          return record ?? [];
        });
        last = page.length < PAGE_SIZE ? undefined : page.at(-1)?.name;
      } while (last !== undefined);
    },
    /** Creates documents in one commit, except for ids that are taken; resolves with how many. */
    create: async (records: readonly KeptRecord[]): Promise<number> => {
      if (records.length === 0) return 0;
      const documents = Object.values(COLLECTIONS).flatMap((collection) =>
        records.map(({ textID }) => `${root}/${collection}/${textID}`),
      );
      // The locks of a transaction would outlive an import that ends here, and the next one would fail.
      const got = await call(Got, `${url}:batchGet`, { documents });
      const taken = new Set(got.flatMap(({ found }) => (found ? [idOf(found)] : [])));
      const free = records.filter(({ textID }) => !taken.has(textID));
      const writes = free.map((record) => writeOf(record, root));
      await call(Committed, `${url}:commit`, { writes });
      return free.length;
    },
  };
}

function inOrderOfIDs(collection: string, limit: number, after?: string): object {
  return {
    from: [{ collectionId: collection }],
    orderBy: [{ field: { fieldPath: '__name__' }, direction: 'ASCENDING' }],
    limit,
    ...(after !== undefined && {
      startAt: { values: [{ referenceValue: after }], before: false },
    }),
  };
}

function idOf({ name }: Pick<Document, 'name'>): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** The record in a document, or null if it is invalid. The version is always 1 on Firestore. */
function recordOf(kind: KeptRecord['kind'], document: Document): KeptRecord | null {
  const values = Object.entries(document.fields).map(([name, { stringValue, timestampValue }]) => [
    name,
    name === TIME ? Date.parse(timestampValue ?? '') : stringValue,
  ]);
  const textID = idOf(document);
  const { uName = '', uProfile = '', ...fields } = Object.fromEntries(values);
  const record = { ...fields, uName, uProfile, kind, textID, version: 1 };
  const read = v.safeParse(KEPT, record);
  return read.success ? read.output : null;
}

function writeOf({ kind, textID, ...columns }: KeptRecord, root: string): object {
  const { version: _uncounted, ...kept } = { version: 1, ...columns };
  const fields = Object.entries(kept).map(([name, value]) => [
    name,
    name === TIME
      ? { timestampValue: new Date(value).toISOString() }
      : { stringValue: String(value) },
  ]);
  const name = `${root}/${COLLECTIONS[kind]}/${textID}`;
  const deletedAt = { fieldPath: 'deletedAt', setToServerValue: 'REQUEST_TIME' };
  return {
    update: { name, fields: Object.fromEntries(fields) },
    ...(kind === 'deleted' && { updateTransforms: [deletedAt] }),
    currentDocument: { exists: false },
  };
}
