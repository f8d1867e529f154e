import * as v from 'valibot';
import type { Thought } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import type { Writes } from '#client/backend/backend.ts';
import type { Write } from '#client/writing/write-queue.ts';
import { add } from './add.ts';
import { remove } from './delete.ts';
import { edit } from './edit.ts';

/** A thought in a list: undefined when it is not there yet, null when it is gone. */
export type Shown = Thought | null | undefined;

/** All that is peculiar to a kind of write. */
export interface Kind<O> {
  schema: v.GenericSchema<unknown, O>;
  /** Whether all of this kind are sent one after the other, whatever thoughts they are about. */
  isOrdered?: boolean;
  send(backend: Writes, operation: O, signal: AbortSignal): Promise<void>;
  /** Whether a refusal means that an earlier copy has arrived. */
  isDone?(reason: unknown): boolean;
  /** Takes in what is not acknowledged yet for the same thought. */
  absorb?(waiting: readonly Write[], operation: O): { operation: O; absorbed: readonly Write[] };
  /** What this makes of a thought. */
  show(thought: Shown, operation: O, author: User): Shown;
  /**
   * Whether each list's copy, undefined where it has none, shows what was acknowledged of this kind
   * for a thought. What has no such function is never let go.
   */
  isListed?(acknowledged: readonly O[], copies: readonly (Thought | undefined)[]): boolean;
  /** The place where a refused text waits, null for nowhere; `isGone` when its thought was deleted. */
  returnTo(operation: O, text: string, isGone: boolean): string | null;
}

/** Every kind of write; a new one is a file beside this one, and a line here. */
const KINDS = { add, edit, delete: remove };

/** One write that a person asked for. `at` is when, in ms since 1970. */
export const Operation = v.union(Object.values(KINDS).map(({ schema }) => schema));
export type Operation = v.InferOutput<typeof Operation>;

/** What is peculiar to the kind of an operation. */
export function kindOf({ kind }: Operation): Kind<Operation> {
  return KINDS[kind];
}

/** What distinguishes an operation from every other one. */
export function operationKey({ kind, textID, at }: Operation): string {
  return `${textID}:${kind}:${at}`;
}
