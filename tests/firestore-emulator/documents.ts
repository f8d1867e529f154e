import { randomUUID } from 'node:crypto';
import { isAccessAllowed, type Access, type Caller } from './access.ts';
import type { Fields, StoredDocument } from './document-values.ts';
import { Refusal } from './refusal.ts';
import type { Rules } from './rules/rules.ts';
import { applyWrite, nameOf, operationOf, requirePrecondition, type Write } from './write.ts';

/** Who makes a request, and when. */
export interface Requester {
  token: Caller;
  time: string;
}

export interface Documents {
  all: () => readonly StoredDocument[];
  has: (name: string) => boolean;
  /** Starts a transaction that has read documents; returns its name. */
  begin: (names: readonly string[]) => string;
  get: (name: string, requester: Requester) => StoredDocument | undefined;
  /** Does all writes or none: none if what the transaction, when there is one, read has changed. */
  commit: (writes: readonly Write[], requester: Requester, transaction?: string) => void;
  /** Stores documents past the rules, as the Admin SDK does. */
  put: (documents: readonly StoredDocument[]) => void;
  /** Removes a document past the rules. */
  remove: (name: string) => void;
  subscribe: (listener: () => void) => () => void;
}

type Stored = ReadonlyMap<string, StoredDocument>;

/** The database: documents by name, behind the rules. `root` is what all names begin with. */
export function createDocuments(rules: Rules, root: string): Documents {
  let stored: Stored = new Map();
  /** What each transaction has read. */
  const transactions = new Map<
    string,
    readonly (readonly [string, StoredDocument | undefined])[]
  >();
  const listeners = new Set<() => void>();

  const requireAccess = (access: Access): void => {
    if (!isAccessAllowed(rules, access)) throw new Refusal('PERMISSION_DENIED');
  };
  const fieldsIn =
    (documents: Stored) =>
    (path: string): Fields | undefined =>
      documents.get(`${root}${path}`)?.fields;
  const accessOf = (name: string, requester: Requester) => ({
    ...requester,
    path: name.slice(root.length),
    before: fieldsIn(stored),
    after: fieldsIn(stored),
  });
  const requireUnchanged = (transaction: string): void => {
    const read = transactions.get(transaction);
    if (read === undefined) throw new Refusal('INVALID_ARGUMENT');
    transactions.delete(transaction);
    if (read.some(([name, document]) => stored.get(name) !== document))
      throw new Refusal('ABORTED');
  };
  const replace = (next: Stored): void => {
    stored = next;
    for (const listener of listeners) listener();
  };

  return {
    all: () => [...stored.values()],
    has: (name) => stored.has(name),
    get: (name, requester) => {
      requireAccess({ ...accessOf(name, requester), operation: 'get' });
      return stored.get(name);
    },
    begin: (names) => {
      const transaction = randomUUID();
      transactions.set(
        transaction,
        names.map((name) => [name, stored.get(name)]),
      );
      return transaction;
    },
    commit: (writes, requester, transaction) => {
      if (transaction !== undefined) requireUnchanged(transaction);
      const next = new Map(stored);
      for (const write of writes) {
        const name = nameOf(write);
        const document = applyWrite(write, next.get(name), requester.time);
        if (document === undefined) next.delete(name);
        else next.set(name, document);
      }
      for (const write of writes) {
        const name = nameOf(write);
        const operation = operationOf(write, stored.get(name));
        requireAccess({ ...accessOf(name, requester), operation, after: fieldsIn(next) });
      }
      for (const write of writes) requirePrecondition(write, stored.get(nameOf(write)));
      replace(next);
    },
    put: (documents) => {
      replace(new Map([...stored, ...documents.map((one) => [one.name, one] as const)]));
    },
    remove: (name) => {
      const next = new Map(stored);
      next.delete(name);
      replace(next);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
