import { NAME } from '#shared/name.ts';
import { newestFirst, type Thought } from '#shared/thought.ts';

export function isNewPost(
  thought: Thought,
  { known, uid }: { known: Thought | undefined; uid: string },
): boolean {
  return known !== undefined && thought.uID !== uid && newestFirst(thought, known) < 0;
}

/** What a busy reader is shown: all but new posts; where nothing known is left, everything. */
export function withoutNewPosts<T extends Thought>(
  thoughts: readonly T[],
  reader: { known: Thought | undefined; uid: string },
): readonly T[] {
  const isNew = (thought: T): boolean => isNewPost(thought, reader);
  // The newest come first: below the first known one of others there is nothing new.
  const known = thoughts.findIndex((thought) => thought.uID !== reader.uid && !isNew(thought));
  const end = known === -1 ? thoughts.length : known;
  const rest = [...thoughts.slice(0, end).filter((one) => !isNew(one)), ...thoughts.slice(end)];
  return rest.length === thoughts.length || rest.length === 0 ? thoughts : rest;
}

export function feedTitle(waiting: number): string {
  return waiting > 0 ? `(${waiting}) ${NAME}` : NAME;
}
