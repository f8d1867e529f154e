import * as v from 'valibot';
import type { BrowserStorage } from '#client/store/browser-storage.ts';
import { createPersistentStore } from '#client/store/persistent-store.ts';
import { STORAGE_KEYS } from '#client/store/storage-keys.ts';
import { combine, type Store } from '#client/store/store.ts';
import { createCancelledText } from './cancelled-text.ts';

/** The text of one open dialog, which owns it: other tabs don't change it. */
export interface OpenDraft {
  initial: string;
  type: (text: string) => void;
  /** The dialog closes and the text stays for the next time. */
  leave: () => void;
  /** The dialog closes and the text is added. */
  drop: () => void;
  /** The dialog closes and the text is given up, but for `takeCancelled`. */
  cancel: () => void;
  /** The text that was given up last in this session, once; '' when there is none. */
  takeCancelled: () => string;
}

/** What a person has written and not added yet; it outlives the page. */
export interface Drafts {
  /** Whether a dialog would open with a text. */
  isWaiting: Store<boolean>;
  open: () => OpenDraft;
  /** Has a text wait for a dialog of its own. */
  giveBack: (text: string) => void;
  close: () => void;
}

/** Opens the drafts that a storage keeps for a person. */
export function openDrafts(storage: BrowserStorage, uid: string): Drafts {
  const draft = createPersistentStore({ storage, key: STORAGE_KEYS.draft(uid) }, v.string());
  const returned = createPersistentStore(
    { storage, key: STORAGE_KEYS.returnedTexts(uid) },
    v.array(v.string()),
  );
  const setReturned = (texts: readonly string[]): void =>
    returned.set(texts.length === 0 ? null : [...new Set(texts)]);
  const giveBack = (text: string): void => setReturned([...(returned.get() ?? []), text]);
  const cancelled = createCancelledText();
  const offerReturned = (): void => {
    const [first, ...rest] = returned.get() ?? [];
    if (first === undefined) return;
    draft.set(first);
    setReturned(rest);
  };

  return {
    isWaiting: combine(draft, returned, (text, texts) => text !== null || texts !== null),
    open: () => {
      if (draft.get() === null) offerReturned();
      const initial = draft.get() ?? '';
      let mine = initial;
      const save = (): void => draft.set(mine === '' ? null : mine);
      const leave = (): void => {
        removeEventListener('pagehide', leave);
        // Another tab's dialog was left with a text of its own: both stay.
        const others = [...(returned.get() ?? []), draft.get() ?? ''];
        setReturned(others.filter((text) => text !== '' && text !== mine));
        save();
      };
      const drop = (): void => {
        removeEventListener('pagehide', leave);
        if (draft.get() === mine) draft.set(null);
      };
      addEventListener('pagehide', leave);
      return {
        initial,
        type: (text) => {
          mine = text;
          save();
        },
        leave,
        drop,
        cancel: () => {
          cancelled.keep(mine);
          drop();
        },
        takeCancelled: cancelled.take,
      };
    },
    giveBack,
    close: () => {
      draft.close();
      returned.close();
    },
  };
}
