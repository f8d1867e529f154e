import { timestampFromMillis, type Thought } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import type { Operation, Pending } from './operation.ts';

/** A thought as a list shows it; pending while a write of it is not acknowledged. */
export interface Entry {
  thought: Thought;
  isPending: boolean;
}

/** The entries of stored thoughts, so that of thousands only the changed ones are made again. */
const storedEntries = new WeakMap<Thought, Entry>();

/** Shows what is pending as if it were carried out, so that a person sees their own at once. */
export function applyOptimistic(
  thoughts: readonly Thought[],
  pending: readonly Pending[],
  author: User,
): Entry[] {
  if (pending.length === 0) return thoughts.map(storedEntry);
  const added = pending
    .map(({ operation }) => operation)
    .filter((operation) => operation.kind === 'add')
    .filter((operation) => !thoughts.some(({ textID }) => textID === operation.textID))
    .toSorted((a, b) => b.at - a.at)
    .map((operation) => addedThought(operation, author));
  const touched = new Set(pending.map(({ operation }) => operation.textID));
  return [...added, ...thoughts].flatMap((thought) =>
    touched.has(thought.textID) ? optimisticEntry(thought, pending) : storedEntry(thought),
  );
}

function storedEntry(thought: Thought): Entry {
  const known = storedEntries.get(thought);
  if (known !== undefined) return known;
  const entry = { thought, isPending: false };
  storedEntries.set(thought, entry);
  return entry;
}

function optimisticEntry(thought: Thought, pending: readonly Pending[]): Entry[] {
  const ours = pending.filter(({ operation }) => operation.textID === thought.textID);
  const operations = ours.map(({ operation }) => operation);
  if (operations.some(({ kind }) => kind === 'delete')) return [];
  const edit = operations.findLast((operation) => operation.kind === 'edit');
  return [
    {
      thought:
        edit === undefined
          ? thought
          : // The version it will have, so that a later edit says what it replaces.
            { ...thought, text: edit.text, version: edit.replaces.version + 1 },
      isPending: ours.some(({ isAcknowledged }) => !isAcknowledged),
    },
  ];
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
