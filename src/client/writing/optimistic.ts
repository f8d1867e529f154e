import { timestampFromMillis, type Thought } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import type { Operation, PendingByThought } from './operation.ts';

/** A thought as a list shows it; pending while a write of it is on its way. */
export interface Entry {
  thought: Thought;
  isPending: boolean;
}

/** Lays what is on its way over a list of thoughts, so that a person sees their own at once. */
export function overlay(
  thoughts: readonly Thought[],
  pending: PendingByThought,
  author: User,
): Entry[] {
  const known = new Set(thoughts.map(({ textID }) => textID));
  const added = [...pending.values()]
    .flatMap((list) => list.map(({ operation }) => operation))
    .filter((operation) => operation.kind === 'add')
    .filter(({ textID }) => !known.has(textID))
    .toSorted((a, b) => b.at - a.at)
    .map((operation) => thoughtOf(operation, author));
  return [...added, ...thoughts].flatMap((thought) => entryOf(thought, pending));
}

function entryOf(thought: Thought, pending: PendingByThought): Entry[] {
  const list = pending.get(thought.textID);
  if (list === undefined) return [{ thought, isPending: false }];
  const operations = list.map(({ operation }) => operation);
  if (operations.some(({ kind }) => kind === 'delete')) return [];
  const edit = operations.findLast((operation) => operation.kind === 'edit');
  return [
    {
      thought: edit === undefined ? thought : { ...thought, text: edit.text },
      isPending: list.some(({ isAccepted }) => !isAccepted),
    },
  ];
}

function thoughtOf(
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
  };
}
