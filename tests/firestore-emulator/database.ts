import { randomUUID } from 'node:crypto';
import { isAccessAllowed, type Access, type Caller } from './access.ts';
import type { Fields, StoredDocument } from './document-values.ts';
import { readListing, runListing } from './listing.ts';
import { readQuery, runQuery, type Query, type StructuredQuery } from './query.ts';
import { Refusal } from './refusal.ts';
import type { Rules } from './rules/rules.ts';
import { applyWrite, nameOf, operationOf, requirePrecondition, type Write } from './write.ts';

/** What a database is made of. */
export interface DatabaseOptions {
  /** `projects/PROJECT/databases/(default)` */
  name: string;
  rules: Rules;
  isIndexed: (query: Query) => boolean;
  now: () => string;
}

/** Who makes a request, and when. */
export interface Requester {
  token: Caller;
  time: string;
}

type Stored = ReadonlyMap<string, StoredDocument>;

/** A Firestore database: the calls of its REST interface, and what its streams ask. */
export type Database = ReturnType<typeof createDatabase>;

/** Creates an empty database, behind the rules. */
export function createDatabase({ name, rules, isIndexed, now }: DatabaseOptions) {
  const root = `${name}/documents/`;
  let stored: Stored = new Map();
  let reads = 0;
  let areQueriesRefused = false;
  /** What each transaction has read. */
  const transactions = new Map<string, ReadonlyMap<string, StoredDocument | undefined>>();
  const listeners = new Set<() => void>();

  const requireAccess = (access: Access): void => {
    if (!isAccessAllowed(rules, access)) throw new Refusal('PERMISSION_DENIED');
  };
  const fieldsIn = (documents: Stored) => (path: string) => documents.get(`${root}${path}`)?.fields;
  const accessOf = (document: string, requester: Requester) => ({
    ...requester,
    path: document.slice(root.length),
    before: fieldsIn(stored),
    after: fieldsIn(stored),
  });
  const begin = (names: readonly string[]): string => {
    const transaction = randomUUID();
    transactions.set(transaction, new Map(names.map((one) => [one, stored.get(one)])));
    return transaction;
  };
  const requireUnchanged = (transaction: string): void => {
    const read = transactions.get(transaction);
    if (read === undefined) throw new Refusal('INVALID_ARGUMENT');
    transactions.delete(transaction);
    for (const [one, document] of read) {
      if (stored.get(one) !== document) throw new Refusal('ABORTED');
    }
  };
  const replace = (next: Stored): void => {
    stored = next;
    for (const listener of listeners) listener();
  };
  const countReads = (count: number): void => void (reads += count);
  const run = (query: Query) => runQuery(query, [...stored.values()]);
  /** The query a client sends; refuses one that the rules or the indexes don't let pass. */
  const open = (structured: StructuredQuery, requester: Requester): Query => {
    const query = readQuery(structured);
    if (areQueriesRefused) throw new Refusal('PERMISSION_DENIED');
    // A query is judged by itself, not by the documents it finds.
    const nothing = { before: () => undefined, after: () => undefined };
    requireAccess({ operation: 'list', path: query.collection, ...nothing, ...requester });
    if (!isIndexed(query)) throw new Refusal('FAILED_PRECONDITION');
    return query;
  };

  return {
    open,
    run,
    now,
    /** Counts documents that were sent to a client: what Firestore bills. */
    countReads,
    readCount: () => reads,
    exists: (document: string) => stored.has(document),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    batchGet: (
      { documents, newTransaction }: { documents: readonly string[]; newTransaction?: object },
      requester: Requester,
    ) => {
      const { time: readTime } = requester;
      countReads(documents.length);
      const answers = documents.map((wanted) => {
        requireAccess({ ...accessOf(wanted, requester), operation: 'get' });
        const found = stored.get(wanted);
        return found ? { found, readTime } : { missing: wanted, readTime };
      });
      return newTransaction ? [{ transaction: begin(documents) }, ...answers] : answers;
    },
    runQuery: (
      { structuredQuery, readTime }: { structuredQuery: StructuredQuery; readTime?: string },
      requester: Requester,
    ) => {
      const listing = readListing(structuredQuery, requester.token);
      const time = (listing && readTime) ?? requester.time;
      const found = listing
        ? runListing(listing, [...stored.values()])
        : run(open(structuredQuery, requester));
      countReads(found.length);
      if (listing && found.length === 0) return [{ readTime: time }];
      return found.map((document) => ({ document, readTime: time }));
    },
    /** Does all writes or none: none if what the transaction, when there is one, read has changed. */
    commit: (
      { writes = [], transaction }: { writes?: readonly Write[]; transaction?: string },
      requester: Requester,
    ) => {
      if (transaction !== undefined) requireUnchanged(transaction);
      const next = new Map(stored);
      for (const write of writes) {
        const document = applyWrite(write, next.get(nameOf(write)), requester.time);
        if (document === undefined) next.delete(nameOf(write));
        else next.set(nameOf(write), document);
      }
      for (const write of writes) {
        const operation = operationOf(write, stored.get(nameOf(write)));
        const access = accessOf(nameOf(write), requester);
        requireAccess({ ...access, operation, after: fieldsIn(next) });
      }
      for (const write of writes) requirePrecondition(write, stored.get(nameOf(write)));
      replace(next);
      const { time } = requester;
      return { commitTime: time, writeResults: writes.map(() => ({ updateTime: time })) };
    },
    /** Refuses every query, as rules that forbid them would, or no longer. */
    refuseQueries: (refused: boolean): void => void (areQueriesRefused = refused),
    /** Stores documents, by path below the database, past the rules. */
    put: (fieldsByPath: Readonly<Record<string, Fields>>) => {
      const time = now();
      const documents = Object.entries(fieldsByPath).map(([path, fields]) => {
        const document = { name: `${root}${path}`, fields, createTime: time, updateTime: time };
        return [document.name, document] as const;
      });
      replace(new Map([...stored, ...documents]));
    },
    /** Removes a document, by path below the database, past the rules. */
    remove: (path: string) => {
      const next = new Map(stored);
      next.delete(`${root}${path}`);
      replace(next);
    },
  };
}
