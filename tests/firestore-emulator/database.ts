import { isAccessAllowed } from './access.ts';
import type { Fields, StoredDocument } from './document-values.ts';
import { createDocuments, type Documents, type Requester } from './documents.ts';
import type { Queries } from './listen-stream.ts';
import { readListing, runListing, type Listing } from './listing.ts';
import { readQuery, runQuery, type Query, type StructuredQuery } from './query.ts';
import { Refusal } from './refusal.ts';
import type { Rules } from './rules/rules.ts';
import type { Write } from './write.ts';

/** What a database is made of. */
export interface DatabaseOptions {
  /** `projects/PROJECT/databases/(default)` */
  name: string;
  rules: Rules;
  isIndexed: (query: Query) => boolean;
  now: () => string;
}

/** A Firestore database: the calls of its REST interface, and the queries its streams listen to. */
export interface Database {
  batchGet: (
    body: { documents: readonly string[]; newTransaction?: object },
    requester: Requester,
  ) => object[];
  runQuery: (
    body: { structuredQuery: StructuredQuery; readTime?: string },
    requester: Requester,
  ) => { document?: StoredDocument; readTime: string }[];
  commit: (
    body: { writes?: readonly Write[]; transaction?: string },
    requester: Requester,
  ) => object;
  queries: Queries;
  /** Refuses every query, as rules that forbid them would, or no longer. */
  refuseQueries: (refused: boolean) => void;
  /** Stores documents, by path below the database, past the rules. */
  put: (fieldsByPath: Readonly<Record<string, Fields>>) => void;
  /** Removes a document, by path below the database, past the rules. */
  remove: (path: string) => void;
  /** Documents sent to clients so far: what Firestore bills. */
  readCount: () => number;
}

/** Creates an empty database. */
export function createDatabase({ name, rules, isIndexed, now }: DatabaseOptions): Database {
  const root = `${name}/documents/`;
  const documents = createDocuments(rules, root);
  let reads = 0;
  let areQueriesRefused = false;

  const countReads = (count: number): void => {
    reads += count;
  };
  const open = (structured: StructuredQuery, requester: Requester): Query => {
    const query = readQuery(structured);
    const access = { operation: 'list', path: query.collection, ...NOTHING, ...requester } as const;
    if (areQueriesRefused || !isAccessAllowed(rules, access)) {
      throw new Refusal('PERMISSION_DENIED');
    }
    if (!isIndexed(query)) throw new Refusal('FAILED_PRECONDITION');
    return query;
  };
  const run = (query: Query) => runQuery(query, documents.all());
  const list = (listing: Listing, readTime: string) => {
    const found = runListing(listing, documents.all());
    countReads(found.length);
    return found.length === 0 ? [{ readTime }] : found.map((document) => ({ document, readTime }));
  };

  return {
    batchGet: ({ documents: names, newTransaction }, requester) => {
      const { time: readTime } = requester;
      countReads(names.length);
      const answers = names.map((wanted) => {
        const found = documents.get(wanted, requester);
        return found ? { found, readTime } : { missing: wanted, readTime };
      });
      return newTransaction ? [{ transaction: documents.begin(names) }, ...answers] : answers;
    },
    runQuery: ({ structuredQuery, readTime }, requester) => {
      const listing = readListing(structuredQuery, requester.token);
      if (listing !== null) return list(listing, readTime ?? requester.time);
      const found = run(open(structuredQuery, requester));
      countReads(found.length);
      return found.map((document) => ({ document, readTime: requester.time }));
    },
    commit: ({ writes = [], transaction }, requester) => {
      documents.commit(writes, requester, transaction);
      const { time } = requester;
      return { commitTime: time, writeResults: writes.map(() => ({ updateTime: time })) };
    },
    queries: {
      open,
      run,
      exists: (wanted) => documents.has(wanted),
      subscribe: (listener) => documents.subscribe(listener),
      now,
      countReads,
    },
    refuseQueries: (refused) => {
      areQueriesRefused = refused;
    },
    put: (fieldsByPath) => documents.put(storedAt(root, fieldsByPath, now())),
    remove: (path) => documents.remove(`${root}${path}`),
    readCount: () => reads,
  };
}

/** A query is judged by itself, not by the documents it finds. */
const NOTHING = { before: () => undefined, after: () => undefined };

function storedAt(
  root: string,
  fieldsByPath: Readonly<Record<string, Fields>>,
  time: string,
): Parameters<Documents['put']>[0] {
  return Object.entries(fieldsByPath).map(([path, fields]) => ({
    name: `${root}${path}`,
    fields,
    createTime: time,
    updateTime: time,
  }));
}
