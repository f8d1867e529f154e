import type { BrowserStorage } from '#client/store/browser-storage.ts';
import { STORAGE_KEYS } from '#client/store/storage-keys.ts';
import { createStore, type Store } from '#client/store/store.ts';
import { createCancelledText } from './cancelled-text.ts';
import { createDraftStorage } from './draft-storage.ts';
import { openTabDrafts } from './tab-drafts.ts';

/** The text of one open dialog, which owns it: other tabs don't change it. */
export interface OpenDraft {
  initial: string;
  type: (text: string) => void;
  /** The dialog closes and the text stays for the next time. */
  leave: () => void;
  /** The dialog closes and the text is added. */
  discard: () => void;
  /** The dialog closes and the text is given up, but for `takeCancelled`. */
  cancel: () => void;
  /** The text that was given up last in this session, once; '' when there is none. */
  takeCancelled: () => string;
}

/** What a person has written and not added yet; it outlives the page. */
export interface Drafts {
  /** Whether a text waits for a dialog. */
  isWaiting: Store<boolean>;
  /** Opens with what this tab left last, or with the oldest text that waits. */
  open: () => OpenDraft;
  /** Has the text of this tab's open dialog wait, if there is one: what shows it goes away. */
  leave: () => void;
  /** Has a text wait for a dialog of its own; with the same `id` but once, whichever tabs return it. */
  returnText: (text: string, id?: string) => void;
  close: () => void;
}

/** Opens the drafts that a storage keeps for a person. */
export function openDrafts(storage: BrowserStorage, uid: string): Drafts {
  const drafts = createDraftStorage(storage, STORAGE_KEYS.drafts(uid));
  const isWaiting = createStore(false);
  const cancelled = createCancelledText();
  const dialogs = openTabDrafts(drafts);
  const follow = (): void => isWaiting.set(dialogs.waiting.get().length > 0);
  dialogs.waiting.subscribe(follow);
  follow();

  return {
    isWaiting,
    open: () => {
      dialogs.leave();
      const text = dialogs.open(dialogs.waiting.get()[0]);
      dialogs.refresh();
      const close = (end: () => void) => () => {
        end();
        dialogs.forget(text);
      };
      return {
        initial: text.get(),
        type: text.type,
        leave: close(dialogs.leave),
        discard: close(text.discard),
        cancel: close(() => {
          cancelled.keep(text.get());
          text.discard();
        }),
        takeCancelled: cancelled.take,
      };
    },
    leave: dialogs.leave,
    returnText: (text, id) => {
      drafts.append(text, id);
      dialogs.refresh();
    },
    close: dialogs.close,
  };
}
