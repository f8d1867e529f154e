import { newestFirst, type Thought } from '#shared/thought.ts';
import type { Change } from '#shared/wire.ts';

/** The thought that a change is about. */
export function idOf(change: Change): string {
  return change.type === 'removed' ? change.textID : change.thought.textID;
}

/** The list after one change; the same list when it changes nothing there. */
export function withChange(
  list: readonly Thought[],
  change: Change,
  isBeyondEdge: (thought: Thought) => boolean,
): readonly Thought[] {
  const index = list.findIndex(({ textID }) => textID === idOf(change));
  const known = list[index];
  if (change.type === 'removed') return known === undefined ? list : list.toSpliced(index, 1);
  const { thought } = change;
  if (known !== undefined) {
    const next = sameOr(known, newerOf(thought, known));
    return next === known ? list : list.with(index, next);
  }
  if (isBeyondEdge(thought)) return list;
  const insertAt = list.findIndex((other) => newestFirst(thought, other) < 0);
  return list.toSpliced(insertAt === -1 ? list.length : insertAt, 0, thought);
}

/** Thoughts that were read, each once, with what happened to them while they were. */
export function withChanges(
  thoughts: readonly Thought[],
  meanwhile: ReadonlyMap<string, Change>,
): Thought[] {
  const merged = new Map(thoughts.map((thought) => [thought.textID, thought]));
  for (const [textID, change] of meanwhile) {
    if (change.type === 'removed') merged.delete(textID);
    else merged.set(textID, newerOf(change.thought, merged.get(textID)));
  }
  return [...merged.values()];
}

/** The higher version; of equal ones the first argument, which came later. */
function newerOf(thought: Thought, other: Thought | undefined): Thought {
  return other !== undefined && other.version > thought.version ? other : thought;
}

/** The known object where it says the same, so that what shows it need not be drawn again. */
export function sameOr(known: Thought | undefined, next: Thought): Thought {
  const isSame =
    known !== undefined &&
    known.version === next.version &&
    known.text === next.text &&
    known.uName === next.uName &&
    known.uProfile === next.uProfile &&
    newestFirst(known, next) === 0;
  return isSame ? known : next;
}
