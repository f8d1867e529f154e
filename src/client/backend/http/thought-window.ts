import { newestFirst, type Thought } from '#shared/thought.ts';
import type { Change, Page } from '#shared/wire.ts';
import { idOf, sameOr, withChange, withChanges } from './merge-changes.ts';

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
