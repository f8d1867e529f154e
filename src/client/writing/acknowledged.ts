import { isSameList } from '#shared/lists.ts';
import { type Thought } from '#shared/thought.ts';
import type { LiveState } from '#client/live/live-query.ts';
import type { Item } from './kind.ts';
import { kindOf } from './kinds.ts';

/** Live lists show a write within this time (ms), or it lies beyond their windows. */
const LISTED_WITHIN_MS = 20_000;

export type Listing = Pick<LiveState, 'thoughts' | 'isLive' | 'isLoading'>;

/** Acknowledged items that this page's lists may not show yet, though those of another page do. */
export function createAcknowledged(onListed: (items: readonly Item[]) => void) {
  const acknowledged = new Map<string, Item>();
  let late: readonly Item[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const drop = (items: readonly Item[]): void => {
    for (const item of items) {
      if (kindOf(item).isLasting !== true) acknowledged.delete(item.id);
    }
    onListed(items);
  };
  return {
    items: (): Item[] => [...acknowledged.values()],
    add: (item: Item): void => void acknowledged.set(item.id, item),
    /** Drops the items that these lists show, or should show by now. */
    reconcile: (lists: readonly Listing[]): void => {
      const items = [...acknowledged.values()];
      if (items.length === 0) return;
      const byID = lists.map(({ thoughts }) => new Map(thoughts.map((one) => [one.textID, one])));
      const unlisted = items.filter((item) => !isListed(item, items, byID));
      drop(items.filter((item) => !unlisted.includes(item)));
      const areLive = lists.every(({ isLive, isLoading }) => isLive && !isLoading);
      const next = areLive ? unlisted : [];
      if (isSameList(next, late)) return;
      late = next;
      clearTimeout(timer);
      timer = setTimeout(() => drop(next), LISTED_WITHIN_MS);
    },
    close: (): void => clearTimeout(timer),
  };
}

/** Whether all lists show an item, together with the others of its kind on its thought. */
function isListed(
  { kind, place }: Item,
  items: readonly Item[],
  lists: readonly ReadonlyMap<string, Thought>[],
): boolean {
  const same = items.filter((other) => other.kind === kind && other.place === place);
  const copies = lists.map((list) => list.get(place));
  return kindOf({ kind }).isListed(same, copies);
}
