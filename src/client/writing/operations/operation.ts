import * as v from 'valibot';
import { add } from './add.ts';
import { remove } from './delete.ts';
import { edit } from './edit.ts';
import type { Kind } from './kind.ts';

/** Every kind of write: a new one is a file beside this one, and a line here. */
const KINDS = { add, edit, delete: remove };

/** One write that a person asked for, `at` some time in ms since 1970. */
export const Operation = v.union(Object.values(KINDS).map(({ schema }) => schema));
export type Operation = v.InferOutput<typeof Operation>;

export function kindOf({ kind }: Operation): Kind<Operation> {
  return KINDS[kind];
}

export function operationKey({ kind, textID, at }: Operation): string {
  return `${textID}:${kind}:${at}`;
}
