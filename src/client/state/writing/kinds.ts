import type { Thought } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import { add } from './add.ts';
import { remove } from './delete.ts';
import { edit } from './edit.ts';
import type { Entry } from './entry.ts';
import type { Kind } from './kind.ts';

/** Every kind of write: a new one is a file beside these, a line here and its name in the schema. */
const KINDS: Readonly<Record<Entry['kind'], Kind>> = { add, edit, delete: remove };

export function kindOf({ kind }: Pick<Entry, 'kind'>): Kind {
  return KINDS[kind];
}

/** A list's copy of a thought with what was written to it applied; undefined if the list shows none. */
export function applyWrites(
  copy: Thought | undefined,
  writes: readonly Entry[],
  author: User,
): Thought | undefined {
  return writes.reduce((shown, entry) => kindOf(entry).show(shown, entry, author), copy);
}
