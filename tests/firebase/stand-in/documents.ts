import type { Rules } from '#tests/firebase/rules/rules.ts';
import { isAccessAllowed, type Token } from './access.ts';
import { momentOf, type Fields, type StoredDocument } from './document-values.ts';

/** A refusal, under Firestore's names for them. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: RefusalStatus;

  constructor(status: RefusalStatus) {
    super(status);
    this.status = status;
  }
}

/** Status names with the HTTP status each travels under, and its number in streams. */
export const REFUSALS = {
  INVALID_ARGUMENT: { http: 400, number: 3 },
  NOT_FOUND: { http: 404, number: 5 },
  ALREADY_EXISTS: { http: 409, number: 6 },
  PERMISSION_DENIED: { http: 403, number: 7 },
  FAILED_PRECONDITION: { http: 400, number: 9 },
} as const;
export type RefusalStatus = keyof typeof REFUSALS;

/** One write of a commit, in the forms the web SDK's transactions send. */
export interface Write {
  update?: { name: string; fields?: Fields };
  updateMask?: { fieldPaths?: readonly string[] };
  updateTransforms?: readonly { fieldPath: string; setToServerValue?: 'REQUEST_TIME' }[];
  delete?: string;
  verify?: string;
  currentDocument?: { exists?: boolean; updateTime?: string };
}

/** Who asks, and when. */
export interface Asker {
  token: Token;
  time: string;
}

export interface Documents {
  all: () => StoredDocument[];
  get: (name: string, asker: Asker) => StoredDocument | undefined;
  /** Does all writes or none. */
  commit: (writes: readonly Write[], asker: Asker) => void;
  subscribe: (listener: () => void) => () => void;
}

/** The database: documents by name, behind the rules. */
export function createDocuments(rules: Rules, root: string): Documents {
  let documents = new Map<string, StoredDocument>();
  const listeners = new Set<() => void>();
  const applyWrite = (
    write: Write,
    next: Map<string, StoredDocument>,
    { token, time }: Asker,
  ): void => {
    const name = nameOf(write);
    const stored = next.get(name);
    const operation = operationOf(write, stored);
    const path = name.slice(root.length);
    const before = stored?.fields;
    const after = fieldsAfter(write, before, time);
    if (!isAccessAllowed(rules, { operation, path, token, time, before, after })) {
      throw new Refusal('PERMISSION_DENIED');
    }
    checkPrecondition(write, stored);
    if (operation === 'delete') next.delete(name);
    if (after === undefined) return;
    next.set(name, {
      name,
      fields: after,
      createTime: stored?.createTime ?? time,
      updateTime: time,
    });
  };
  const replace = (next: Map<string, StoredDocument>): void => {
    documents = next;
    for (const listener of listeners) listener();
  };

  return {
    all: () => [...documents.values()],
    get: (name, { token, time }) => {
      const before = documents.get(name)?.fields;
      const path = name.slice(root.length);
      if (!isAccessAllowed(rules, { operation: 'get', path, token, time, before })) {
        throw new Refusal('PERMISSION_DENIED');
      }
      return documents.get(name);
    },
    commit: (writes, asker) => {
      const next = new Map(documents);
      for (const write of writes) applyWrite(write, next, asker);
      replace(next);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function nameOf({ update, delete: deleted, verify }: Write): string {
  const name = update?.name ?? deleted ?? verify;
  if (name === undefined) throw new Refusal('INVALID_ARGUMENT');
  return name;
}

function operationOf(write: Write, before: StoredDocument | undefined) {
  if (write.verify !== undefined) return 'get';
  if (write.delete !== undefined) return 'delete';
  return before === undefined ? 'create' : 'update';
}

function fieldsAfter(
  { update, updateMask, updateTransforms = [] }: Write,
  before: Fields | undefined,
  time: string,
): Fields | undefined {
  if (update === undefined) return undefined;
  const sent = { ...update.fields };
  const kept = updateMask === undefined ? {} : { ...before };
  for (const path of updateMask?.fieldPaths ?? []) delete kept[path];
  const transformed = updateTransforms.map(({ fieldPath, setToServerValue }) => {
    if (setToServerValue !== 'REQUEST_TIME') throw new Refusal('INVALID_ARGUMENT');
    return [fieldPath, { timestampValue: time }] as const;
  });
  return { ...kept, ...sent, ...Object.fromEntries(transformed) };
}

function checkPrecondition({ currentDocument }: Write, before: StoredDocument | undefined): void {
  const { exists, updateTime } = currentDocument ?? {};
  if (exists === true && before === undefined) throw new Refusal('NOT_FOUND');
  if (exists === false && before !== undefined) throw new Refusal('ALREADY_EXISTS');
  if (updateTime === undefined) return;
  // The same moment is written with six or with nine digits.
  const isSame = before && momentOf(before.updateTime).nanos === momentOf(updateTime).nanos;
  if (!isSame) throw new Refusal('FAILED_PRECONDITION');
}
