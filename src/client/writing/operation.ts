import * as v from 'valibot';
import { TextID } from '#shared/thought.ts';

/** What an edit takes the place of. */
export const Replaced = v.object({ text: v.string(), version: v.number() });

/** One write that a person asked for. `at` is when, in ms since 1970. */
export const Operation = v.variant('kind', [
  v.object({ kind: v.literal('add'), textID: TextID, text: v.string(), at: v.number() }),
  v.object({
    kind: v.literal('edit'),
    textID: TextID,
    text: v.string(),
    replaces: Replaced,
    at: v.number(),
  }),
  v.object({ kind: v.literal('delete'), textID: TextID, at: v.number() }),
]);
export type Operation = v.InferOutput<typeof Operation>;

/** What distinguishes an operation from every other one. */
export function operationKey({ kind, textID, at }: Operation): string {
  return `${textID}:${kind}:${at}`;
}

/** An operation whose effect the lists may not show yet. */
export interface Pending {
  operation: Operation;
  /** The backend has carried it out; it only waits for the lists. */
  isAcknowledged: boolean;
  /** The texts that an edit has replaced: a list that shows one of them is late. */
  replacedTexts: readonly string[];
}

/** An operation as the lists have to show it. */
export function pendingOf(
  operation: Operation,
  { isAcknowledged }: Pick<Pending, 'isAcknowledged'>,
): Pending {
  const replacedTexts = operation.kind === 'edit' ? [operation.replaces.text] : [];
  return { operation, isAcknowledged, replacedTexts };
}

/** What waits for no other: one thought's operations keep their order, and so do all adds. */
export function ready(operations: readonly Operation[]): Operation[] {
  return operations.filter((operation, index) =>
    operations
      .slice(0, index)
      .every(
        ({ textID, kind }) =>
          textID !== operation.textID && (kind !== 'add' || operation.kind !== 'add'),
      ),
  );
}
