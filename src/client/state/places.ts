import * as v from 'valibot';
import type { BrowserStorage } from '#client/browser/storage.ts';
import { openCollection } from '#client/browser/stored-items.ts';
import { STORAGE_KEYS } from '#client/browser/storage-keys.ts';
import type { WritableStore } from '#client/store/store.ts';

/** How much of a list is loaded, and where the cards in view stand (px, in the window). */
const ReadingPlace = v.object({
  size: v.number(),
  cards: v.array(v.object({ textID: v.string(), top: v.number() })),
});
export type ReadingPlace = v.InferOutput<typeof ReadingPlace>;

/** The reader's place in one list, null at its top. */
export type PlaceInList = Pick<WritableStore<ReadingPlace | null>, 'get' | 'set'>;

/** Opens a person's reading places in a tab, by the names of the lists. */
export function openPlaces(tab: BrowserStorage, uid: string): (list: string) => PlaceInList {
  const collection = openCollection(tab, STORAGE_KEYS.readingPlaces(uid), ReadingPlace);
  return (list) => ({
    get: () => collection.find(list),
    set: (place) => {
      if (place) collection.write(list, place);
      else collection.remove(list);
    },
  });
}
