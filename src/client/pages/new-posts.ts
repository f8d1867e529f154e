import { newestFirst, type Thought } from '#shared/thought.ts';
import type { Entry } from '#client/writing/optimistic.ts';

/** Whether a thought is someone else's and newer than the newest one known. */
export function isNewPost(
  { thought }: Entry,
  { known, uid }: { known: Thought | undefined; uid: string },
): boolean {
  return known !== undefined && thought.uID !== uid && newestFirst(thought, known) < 0;
}

/**
 * What a busy reader is shown: all but the new posts. The same array when there are none, and never
 * nothing: a list of which nothing known is left is shown as it is.
 */
export function withoutNewPosts(
  entries: readonly Entry[],
  reader: { known: Thought | undefined; uid: string },
): readonly Entry[] {
  const isNew = (entry: Entry): boolean => isNewPost(entry, reader);
  // The newest come first: below the first known one of others there is nothing new.
  const known = entries.findIndex((entry) => entry.thought.uID !== reader.uid && !isNew(entry));
  const end = known === -1 ? entries.length : known;
  const rest = [...entries.slice(0, end).filter((entry) => !isNew(entry)), ...entries.slice(end)];
  return rest.length === entries.length || rest.length === 0 ? entries : rest;
}

/** The title of the feed's tab, with how many new posts wait. */
export function feedTitle(waiting: number): string {
  return waiting > 0 ? `(${waiting}) Thought Cloud` : 'Thought Cloud';
}
