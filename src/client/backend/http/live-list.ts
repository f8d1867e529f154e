import { newestFirst, type Thought } from '#shared/thought.ts';
import type { Change, Page, VersionedThought } from '#shared/wire.ts';
import type { LiveEvent } from '#client/backend/backend.ts';

/** The window of one live query, kept right from pages that are read and changes that arrive. */
export interface LiveList {
  /** Takes one change from the stream and returns the events it amounts to. */
  apply: (change: Change) => LiveEvent[];
  /** Begins to read the window anew; the returned function takes what was read. */
  beginReading: () => (page: Page) => LiveEvent;
  /** Takes the page that follows the window. */
  append: (page: Page) => LiveEvent;
  /** The last thought of the window, after which an older page begins. */
  last: () => VersionedThought | undefined;
  /** How many thoughts it holds. */
  size: () => number;
  /** Whether older thoughts follow. */
  more: () => boolean;
}

/**
 * Makes an empty window for one author's thoughts, or everyone's. Order between pages and changes
 * does not matter: of two editions of a thought the higher version stays, and what the stream
 * removed stays away.
 */
export function createLiveList(author?: string): LiveList {
  const known = new Map<string, { version: number; thought: Thought }>();
  const removed = new Set<string>();
  // The oldest thought read so far, even if deleted since: beyond it lies what was not read.
  let edge: VersionedThought | undefined;
  let more = true;

  const isBeyondEdge = (thought: Thought): boolean =>
    more && edge !== undefined && newestFirst(thought, edge) > 0;
  const keepNewer = ({ version, ...thought }: VersionedThought): Thought | undefined => {
    if ((known.get(thought.textID)?.version ?? 0) >= version) return undefined;
    known.set(thought.textID, { version, thought });
    return thought;
  };
  const take = (page: Page): LiveEvent => {
    more = page.more;
    edge = page.thoughts.at(-1) ?? edge;
    for (const thought of page.thoughts) if (!removed.has(thought.textID)) keepNewer(thought);
    const thoughts = [...known.values()].map(({ thought }) => thought).toSorted(newestFirst);
    for (const { textID } of thoughts.filter(isBeyondEdge)) known.delete(textID);
    return { type: 'result', thoughts: thoughts.slice(0, known.size), more };
  };

  return {
    apply: (change) => {
      if (change.type === 'removed') {
        removed.add(change.textID);
        known.delete(change.textID);
        return [change];
      }
      const { thought } = change;
      if (author !== undefined && thought.uID !== author) return [];
      if (removed.has(thought.textID) || isBeyondEdge(thought)) return [];
      const news = keepNewer(thought);
      return news === undefined ? [] : [{ type: 'changed', thought: news }];
    },
    beginReading: () => {
      // What is known now and not among what is read was deleted unheard; what arrives meanwhile is new.
      const doubtful = new Set(known.keys());
      removed.clear();
      return (page) => {
        const seen = new Set(page.thoughts.map(({ textID }) => textID));
        for (const textID of doubtful.difference(seen)) known.delete(textID);
        return take(page);
      };
    },
    append: take,
    last: () => edge,
    size: () => known.size,
    more: () => more,
  };
}
