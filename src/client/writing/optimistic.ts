import { timestampFromMillis, type Thought } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import type { Operation, Pending } from './operation.ts';

/** A thought as a list shows it; pending while a write of it is not acknowledged. */
export interface OptimisticThought extends Thought {
  isPending?: boolean;
}

/**
 * Shows what is pending as if it were carried out, so that a person sees their own at once. A thought
 * that is not touched stays the same object, and a list of which none is stays the same list.
 */
export function applyOptimistic(
  thoughts: readonly Thought[],
  pending: readonly Pending[],
  author: User,
): readonly OptimisticThought[] {
  if (pending.length === 0) return thoughts;
  const added = pending
    .map(({ operation }) => operation)
    .filter((operation) => operation.kind === 'add')
    .filter((operation) => !thoughts.some(({ textID }) => textID === operation.textID))
    .toSorted((a, b) => b.at - a.at)
    .map((operation) => addedThought(operation, author));
  const touched = new Set(pending.map(({ operation }) => operation.textID));
  // A delete is kept for ever, long after the lists have nothing of it.
  if (added.length === 0 && !thoughts.some(({ textID }) => touched.has(textID))) return thoughts;
  return [...added, ...thoughts].flatMap((thought) =>
    touched.has(thought.textID) ? touchedThought(thought, pending) : thought,
  );
}

/** The thought as its pending operations leave it: one, or none. */
function touchedThought(thought: Thought, pending: readonly Pending[]): OptimisticThought[] {
  const ours = pending.filter(({ operation }) => operation.textID === thought.textID);
  const operations = ours.map(({ operation }) => operation);
  if (operations.some(({ kind }) => kind === 'delete')) return [];
  const edit = operations.findLast((operation) => operation.kind === 'edit');
  // The version it will have, so that a later edit says what it replaces.
  const edited = edit && { text: edit.text, version: edit.replaces.version + 1 };
  const isPending = ours.some(({ isAcknowledged }) => !isAcknowledged);
  return [{ ...thought, ...edited, isPending }];
}

function addedThought(
  { textID, text, at }: Extract<Operation, { kind: 'add' }>,
  author: User,
): Thought {
  return {
    textID,
    uID: author.uid,
    uName: author.displayName ?? '',
    text,
    createdAt: timestampFromMillis(at),
    uProfile: author.photoURL ?? '',
    version: 1,
  };
}

/**
 * Whether each list's copy, undefined where it has none, shows what an acknowledged operation did.
 * Nothing brings a deleted thought back, so a delete need never be let go.
 */
export function isReflected(
  { operation, isAcknowledged, replacedTexts }: Pending,
  copies: readonly (Thought | undefined)[],
): boolean {
  if (!isAcknowledged || operation.kind === 'delete') return false;
  if (operation.kind === 'add') return copies.every((copy) => copy !== undefined);
  // An old thought may be within one list's window and beyond another's.
  const listed = copies.filter((copy) => copy !== undefined);
  const { text, replaces } = operation;
  const isCurrent = (copy: Thought): boolean =>
    copy.version > replaces.version || copy.text === text || !replacedTexts.includes(copy.text);
  return listed.length > 0 && listed.every(isCurrent);
}
