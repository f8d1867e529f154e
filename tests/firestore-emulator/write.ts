import { nanosOf, type Fields, type StoredDocument } from './document-values.ts';
import { Refusal } from './refusal.ts';
import type { Operation } from './rules/rules.ts';

/** One write of a commit, in the forms the web SDK's transactions send. */
export interface Write {
  update?: { name: string; fields?: Fields };
  updateMask?: { fieldPaths?: readonly string[] };
  updateTransforms?: readonly { fieldPath: string; setToServerValue?: 'REQUEST_TIME' }[];
  delete?: string;
  verify?: string;
  currentDocument?: { exists?: boolean; updateTime?: string };
}

/** The name of the document that is written, or only verified. */
export function nameOf({ update, delete: deleted, verify }: Write): string {
  const name = update?.name ?? deleted ?? verify;
  if (name === undefined) throw new Refusal('INVALID_ARGUMENT');
  return name;
}

/** What the rules call a write. */
export function operationOf(write: Write, before: StoredDocument | undefined): Operation {
  if (write.verify !== undefined) return 'get';
  if (write.delete !== undefined) return 'delete';
  return before === undefined ? 'create' : 'update';
}

/** The document after a write; undefined when it is deleted. */
export function applyWrite(
  write: Write,
  before: StoredDocument | undefined,
  time: string,
): StoredDocument | undefined {
  if (write.verify !== undefined) return before;
  if (write.update === undefined) return undefined;
  return {
    name: write.update.name,
    fields: fieldsAfter(write, before?.fields, time),
    createTime: before?.createTime ?? time,
    updateTime: time,
  };
}

function fieldsAfter(
  { update, updateMask, updateTransforms = [] }: Write,
  before: Fields | undefined,
  time: string,
): Fields {
  const kept = updateMask === undefined ? {} : { ...before };
  for (const path of updateMask?.fieldPaths ?? []) delete kept[path];
  const transformed = updateTransforms.map(({ fieldPath, setToServerValue }) => {
    if (setToServerValue !== 'REQUEST_TIME') throw new Refusal('INVALID_ARGUMENT');
    return [fieldPath, { timestampValue: time }] as const;
  });
  return { ...kept, ...update?.fields, ...Object.fromEntries(transformed) };
}

/** Refuses a write whose document isn't as it says. */
export function requirePrecondition(
  { currentDocument }: Write,
  before: StoredDocument | undefined,
): void {
  const { exists, updateTime } = currentDocument ?? {};
  if (exists === true && before === undefined) throw new Refusal('NOT_FOUND');
  if (exists === false && before !== undefined) throw new Refusal('ALREADY_EXISTS');
  if (updateTime === undefined) return;
  // The same moment is written with six or with nine digits.
  const isSame = before && nanosOf(before.updateTime) === nanosOf(updateTime);
  if (!isSame) throw new Refusal('FAILED_PRECONDITION');
}
