import type { BrowserStorage } from '#client/store/browser-storage.ts';
import { hasLocks } from '#client/store/page-locks.ts';
import { createStore, type Store } from '#client/store/store.ts';
import { followOpenDialogs } from './abandoned-drafts.ts';
import { createCancelledText } from './cancelled-text.ts';
import { keepDialogText, type DialogText } from './dialog-text.ts';
import { createDraftStorage, type Draft } from './draft-storage.ts';

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
  /** Has a text wait for a dialog of its own. */
  returnText: (text: string) => void;
  close: () => void;
}

/** Opens the drafts that a storage keeps for a person. */
export function openDrafts(storage: BrowserStorage, uid: string): Drafts {
  const drafts = createDraftStorage(storage, uid);
  const isWaiting = createStore(false);
  const cancelled = createCancelledText();
  let open: DialogText | null = null;
  let lastLeft: string | undefined;

  const waiting = (): Draft[] => drafts.read().filter((draft) => isUnclaimed(draft, open?.id));
  const refresh = (): void => {
    follow();
    isWaiting.set(waiting().length > 0);
  };
  const follow = followOpenDialogs(drafts, refresh);
  const leave = (): void => {
    open?.leave();
    lastLeft = open?.id ?? lastLeft;
    refresh();
  };
  const stopListening = drafts.onChange(refresh);
  // A page that comes back by the history keeps its dialog, which owns its text with the next key.
  addEventListener('pagehide', leave);
  refresh();

  return {
    isWaiting,
    open: () => {
      leave();
      const text = keepDialogText(drafts, nextOf(waiting(), lastLeft));
      const close = (end: () => void) => () => {
        end();
        if (open === text) open = null;
        refresh();
      };
      open = text;
      refresh();
      return {
        initial: text.get(),
        type: text.type,
        leave: close(leave),
        discard: close(text.discard),
        cancel: close(() => {
          cancelled.keep(text.get());
          text.discard();
        }),
        takeCancelled: cancelled.take,
      };
    },
    leave,
    returnText: (text) => {
      drafts.append(text);
      refresh();
    },
    close: () => {
      removeEventListener('pagehide', leave);
      stopListening();
      leave();
    },
  };
}

/** Without locks nobody knows whether another page still writes a text: it waits meanwhile. */
function isUnclaimed({ id, dialog }: Draft, own: string | undefined): boolean {
  return dialog === null || (!hasLocks() && id !== own);
}

function nextOf(waiting: readonly Draft[], lastLeft: string | undefined): Draft | undefined {
  return waiting.find(({ id }) => id === lastLeft) ?? waiting[0];
}
