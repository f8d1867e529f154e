import type { Thought } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import type { LiveState } from '#client/live/live-query.ts';
import { add } from './add.ts';
import { remove } from './delete.ts';
import { edit } from './edit.ts';
import type { Item, Kind } from './kind.ts';

/** Every kind of write: a new one is a file beside these, a line here and its name in the schema. */
const KINDS: Readonly<Record<Item['kind'], Kind>> = { add, edit, delete: remove };

export function kindOf({ kind }: Pick<Item, 'kind'>): Kind {
  return KINDS[kind];
}

/** A list's copy of a thought with what was written to it applied; undefined if the list shows none. */
export function applyWrites(
  copy: Thought | undefined,
  writes: readonly Item[],
  author: User,
): Thought | undefined {
  return writes.reduce((shown, item) => kindOf(item).show(shown, item, author), copy);
}

/** Those items that are not in all lists yet: with the others of its thought, each would change some list's copy. */
export function unlistedOf(
  items: readonly Item[],
  lists: readonly Pick<LiveState, 'thoughts'>[],
  author: User,
): Item[] {
  return items.filter(({ place }) => {
    const writes = items.filter((item) => item.place === place);
    const copies = lists.map(({ thoughts }) => thoughts.find(({ textID }) => textID === place));
    return copies.some((copy) => applyWrites(copy, writes, author) !== copy);
  });
}
