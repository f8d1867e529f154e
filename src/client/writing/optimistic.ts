import { newestFirst, type Thought } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import type { Shown } from './operations/kind.ts';
import { kindOf, type Write } from './write-queue.ts';

export interface OptimisticThought extends Thought {
  isPending?: boolean;
}

/** Applies pending writes to a list; untouched thoughts stay the same objects. */
export function applyOptimistic(
  thoughts: readonly Thought[],
  pending: readonly Write[],
  author: User,
): readonly OptimisticThought[] {
  const written = Map.groupBy(pending, ({ operation }) => operation.textID);
  const listed = new Set(thoughts.map(({ textID }) => textID).filter((id) => written.has(id)));
  const added = [...written]
    .filter(([textID]) => !listed.has(textID))
    .flatMap(([, writes]) => applyWrites(undefined, writes, author))
    .toSorted(newestFirst);
  // Deletes are kept long after their thoughts have left the lists.
  if (listed.size + added.length === 0) return thoughts;
  const shown = thoughts.flatMap((thought) => {
    const writes = written.get(thought.textID);
    return writes === undefined ? thought : applyWrites(thought, writes, author);
  });
  return [...added, ...shown];
}

function applyWrites(before: Shown, writes: readonly Write[], author: User): OptimisticThought[] {
  const thought = writes.reduce(
    (shown, { operation }) => kindOf(operation).show(shown, operation, author),
    before,
  );
  return thought
    ? [{ ...thought, isPending: !writes.every(({ isAcknowledged }) => isAcknowledged) }]
    : [];
}
