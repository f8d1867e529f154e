import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  readIndexes,
  runListing,
  runQuery,
  type Listing,
  type Query,
  type StoredDocument,
} from './query.ts';
import { nanosOf, readRules, Refusal, type Access, type Caller, type Fields } from './rules.ts';

const RULES = join(import.meta.dirname, '../../firebase/firestore.rules');

/** One write of a commit, in the forms that the web SDK's transactions and the owner's tools send. */
interface Write {
  update?: { name: string; fields?: Fields };
  /** Names the fields that are written; the others stay. */
  updateMask?: object;
  updateTransforms?: readonly { fieldPath: string; setToServerValue?: 'REQUEST_TIME' }[];
  delete?: string;
  verify?: string;
  currentDocument?: { exists?: boolean; updateTime?: string };
}

type Stored = ReadonlyMap<string, StoredDocument>;

/** A Firestore database: the calls of its REST interface, and what its streams need. */
export type Database = ReturnType<typeof createDatabase>;

/** Creates an empty database, behind the project's rules; its name is `projects/PROJECT/databases/(default)`. */
export function createDatabase(name: string) {
  const root = `${name}/documents/`;
  let isAllowed = readRules(readFileSync(RULES, 'utf8'));
  const requireIndex = readIndexes(readFileSync('firebase/firestore.indexes.json', 'utf8'));
  const now = createClock();
  let stored: Stored = new Map();
  let reads = 0;
  const listeners = new Set<() => void>();

  const requireAccess = (access: Access): void => {
    if (!isAllowed(access)) throw new Refusal('PERMISSION_DENIED');
  };
  const fieldsIn = (documents: Stored) => (path: string) => documents.get(`${root}${path}`)?.fields;
  const accessOf = (document: string, token: Caller, time = now()) => ({
    token,
    time,
    path: document.slice(root.length),
    before: fieldsIn(stored),
    after: fieldsIn(stored),
  });
  const replace = (next: Stored): void => {
    stored = next;
    // As in Firestore, no write waits for those who listen.
    setImmediate(() => {
      for (const listener of listeners) listener();
    });
  };
  /** Refuses a query that the rules or indexes don't allow: the query itself is judged, not what it finds. */
  const requireQuery = (query: Query, token: Caller): void => {
    const [{ collectionId: path }] = query.from;
    requireAccess({ ...accessOf('', token), operation: 'list', path });
    requireIndex(query);
  };
  const countReads = (count: number): void => void (reads += count);

  return {
    now,
    run: (query: Query) => runQuery(query, [...stored.values()]),
    requireQuery,
    /** Counts documents that were sent to a client: what Firestore bills. */
    countReads,
    readCount: () => reads,
    exists: (document: string) => stored.has(document),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    batchGet: ({ documents }: { documents: readonly string[] }, token: Caller) => {
      const readTime = now();
      countReads(documents.length);
      return documents.map((wanted) => {
        requireAccess({ ...accessOf(wanted, token, readTime), operation: 'get' });
        const found = stored.get(wanted);
        return found ? { found, readTime } : { missing: wanted, readTime };
      });
    },
    /** The board's own query, or an owner's listing; of the present state, whatever time is requested. */
    runQuery: (
      { structuredQuery: query, readTime }: { structuredQuery: Query | Listing; readTime?: string },
      token: Caller,
    ) => {
      const moment = { readTime: readTime ?? now() };
      if ('where' in query) requireQuery(query, token);
      const documents = [...stored.values()];
      const found = 'where' in query ? runQuery(query, documents) : runListing(query, documents);
      return found.length === 0 ? [moment] : found.map((document) => ({ document, ...moment }));
    },
    /** Does all writes or none: none if a document is not as one of them expects. */
    commit: ({ writes = [] }: { writes?: readonly Write[] }, token: Caller) => {
      const time = now();
      const next = new Map(stored);
      let isAsExpected = true;
      for (const write of writes) {
        const target = nameOf(write);
        isAsExpected &&= meetsPrecondition(write, next.get(target));
        const document = documentAfter(write, next.get(target), time);
        if (document === undefined) next.delete(target);
        else next.set(target, document);
      }
      for (const write of writes) {
        const operation = operationOf(write, stored.has(nameOf(write)));
        const access = accessOf(nameOf(write), token, time);
        requireAccess({ ...access, operation, after: fieldsIn(next) });
      }
      if (!isAsExpected) throw new Refusal('FAILED_PRECONDITION');
      replace(next);
      return { commitTime: time, writeResults: writes.map(() => ({ updateTime: time })) };
    },
    /** Judges by other rules from now on. */
    loadRules: (text: string): void => {
      isAllowed = readRules(text);
    },
    /** Stores documents, by path below the database, bypassing the rules. */
    put: (fieldsByPath: Readonly<Record<string, Fields>>) => {
      const time = now();
      const documents = Object.entries(fieldsByPath).map(([path, fields]) => {
        const document = { name: `${root}${path}`, fields, createTime: time, updateTime: time };
        return [document.name, document] as const;
      });
      replace(new Map([...stored, ...documents]));
    },
    /** Removes a document, by path below the database, bypassing the rules. */
    remove: (path: string) => {
      const next = new Map(stored);
      next.delete(`${root}${path}`);
      replace(next);
    },
  };
}

/** The name of the document that a write changes, or only verifies. */
function nameOf({ update, delete: deleted, verify }: Write): string {
  const name = update?.name ?? deleted ?? verify;
  if (name === undefined) throw new Refusal('INVALID_ARGUMENT');
  return name;
}

/** The name of a write's operation in the rules. */
function operationOf(write: Write, isThere: boolean): Access['operation'] {
  if (write.verify !== undefined) return 'get';
  if (write.delete !== undefined) return 'delete';
  return isThere ? 'update' : 'create';
}

/** The document after a write; undefined when it is deleted. */
function documentAfter(
  { update, updateMask, updateTransforms = [], verify }: Write,
  before: StoredDocument | undefined,
  time: string,
): StoredDocument | undefined {
  if (verify !== undefined) return before;
  if (update === undefined) return undefined;
  const kept = updateMask === undefined ? {} : before?.fields;
  const timed = updateTransforms.map(({ fieldPath }) => [fieldPath, { timestampValue: time }]);
  return {
    name: update.name,
    fields: { ...kept, ...update.fields, ...Object.fromEntries(timed) },
    createTime: before?.createTime ?? time,
    updateTime: time,
  };
}

/** Whether the document of a write meets the write's precondition. */
function meetsPrecondition(
  { currentDocument: { exists, updateTime } = {} }: Write,
  before: StoredDocument | undefined,
): boolean {
  const isThere = before !== undefined;
  // The same time may be written with six or nine digits.
  const isAsOf =
    updateTime === undefined || (isThere && nanosOf(before.updateTime) === nanosOf(updateTime));
  return isAsOf && (exists ?? isThere) === isThere;
}

/** A server's clock, in RFC 3339 with microseconds as Firestore keeps them; no time comes twice. */
function createClock(): () => string {
  let last = 0;
  return () => {
    last = Math.max(Date.now() * 1000, last + 1);
    const millis = Math.floor(last / 1000);
    const micros = String(last - millis * 1000).padStart(3, '0');
    return new Date(millis).toISOString().replace('Z', `${micros}Z`);
  };
}
