import { newestFirst, sameOr, type Thought } from '#shared/thought.ts';
import type { Change, Page } from '#shared/wire.ts';

type Pages = Pick<Page, 'thoughts' | 'more'>;

/** The loaded part of one list, kept right from pages that are read and changes that arrive. */
export interface WindowContents {
  thoughts: () => readonly Thought[];
  more: () => boolean;
  /** The oldest thought read so far, even if deleted since: an older page begins after it. */
  edge: () => Thought | undefined;
  /** Applies changes; returns whether the list is another one now. */
  apply: (changes: readonly Change[]) => boolean;
  /** Has to be called before a page is asked for: from then on no change is lost to it. */
  beginReading: () => void;
  /** Takes what was read from the top in place of all it had. */
  replace: (pages: Pages) => void;
  /** Takes the page that follows its edge. */
  append: (page: Pages) => void;
  shrink: (size: number) => void;
}

/**
 * Makes an empty window for one author's thoughts, or everyone's. Pages and changes may come in any
 * order: of two versions of a thought the higher stays, and what was removed stays away.
 */
export function createThoughtWindow(author?: string): WindowContents {
  let list: readonly Thought[] = [];
  let edge: Thought | undefined;
  let more = true;
  // What happened since a reading began, the last of each thought: its page may be older.
  let meanwhile: Map<string, Change> | null = null;

  const isBeyondEdge = (thought: Thought): boolean =>
    more && edge !== undefined && newestFirst(thought, edge) > 0;
  const merge = (thoughts: readonly Thought[]): void => {
    const known = new Map(list.map((thought) => [thought.textID, thought]));
    list = withChanges(thoughts, meanwhile ?? new Map())
      .filter((thought) => !isBeyondEdge(thought))
      .map((thought) => sameOr(known.get(thought.textID), thought))
      .toSorted(newestFirst);
    meanwhile = null;
  };
  const isForeign = (change: Change): boolean =>
    author !== undefined && change.type === 'changed' && change.thought.uID !== author;

  return {
    thoughts: () => list,
    more: () => more,
    edge: () => edge,
    apply: (changes) => {
      const before = list;
      for (const change of changes) {
        if (isForeign(change)) continue;
        meanwhile?.set(idOf(change), change);
        list = withChange(list, change, isBeyondEdge);
      }
      return list !== before;
    },
    beginReading: () => {
      meanwhile = new Map();
    },
    replace: (pages) => {
      ({ more } = pages);
      edge = pages.thoughts.at(-1);
      merge(pages.thoughts);
    },
    append: (page) => {
      ({ more } = page);
      edge = page.thoughts.at(-1) ?? edge;
      merge([...list, ...page.thoughts]);
    },
    shrink: (size) => {
      if (list.length <= size) return;
      more = true;
      edge = list[size - 1];
      list = list.slice(0, size);
    },
  };
}

/** The thought that a change is about. */
function idOf(change: Change): string {
  return change.type === 'removed' ? change.textID : change.thought.textID;
}

/** The list after one change; the same list when it changes nothing there. */
function withChange(
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
function withChanges(
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
