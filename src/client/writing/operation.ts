import * as v from 'valibot';
import { TextID } from '#shared/thought.ts';

/** One write that a person asked for. `at` is when, in ms since 1970. */
export const Operation = v.variant('kind', [
  v.object({ kind: v.literal('add'), textID: TextID, text: v.string(), at: v.number() }),
  v.object({ kind: v.literal('edit'), textID: TextID, text: v.string(), at: v.number() }),
  v.object({ kind: v.literal('delete'), textID: TextID, at: v.number() }),
]);
export type Operation = v.InferOutput<typeof Operation>;

/** An operation on its way; once accepted it only waits until the lists show it. */
export interface Pending {
  operation: Operation;
  isAccepted: boolean;
}

/** What is on its way for each thought, in the order asked for. */
export type PendingByThought = ReadonlyMap<string, readonly Pending[]>;
