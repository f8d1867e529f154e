import type { BrowserStorage } from '#client/store/browser-storage.ts';
import { STORAGE_KEYS } from '#client/store/storage-keys.ts';
import { createStore, type Store } from '#client/store/store.ts';

type TextsByID = Readonly<Record<string, { text: string; over: null }>>;

/** The texts of refused edits, by thought; the one that came back last is the last. */
export interface ReturnedTexts extends Store<TextsByID> {
  returnText: (textID: string, text: string) => void;
  remove: (textID: string) => void;
  close: () => void;
}

/** Opens what all of a person's tabs share; each text under a key of its own, so that none is overwritten. */
export function openReturnedTexts(storage: BrowserStorage, uid: string): ReturnedTexts {
  const prefix = STORAGE_KEYS.returnedEdits(uid);
  const read = (): TextsByID => {
    const texts: Record<string, { text: string; over: null }> = {};
    for (const key of storage.keys()) {
      const text = key.startsWith(prefix) ? storage.getItem(key) : null;
      if (text !== null) texts[key.slice(prefix.length)] = { text, over: null };
    }
    return texts;
  };
  const store = createStore(read());
  const refresh = (): void => {
    const texts = read();
    const known = Object.entries(store.get()).filter(([textID]) => textID in texts);
    // Known ones keep their places: the storage has an order of its own.
    store.set({ ...Object.fromEntries(known), ...texts });
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    returnText: (textID, text) => {
      storage.setItem(prefix + textID, text);
      refresh();
    },
    remove: (textID) => {
      if (store.get()[textID] === undefined) return;
      storage.removeItem(prefix + textID);
      refresh();
    },
    close: storage.onChange(prefix, refresh),
  };
}
