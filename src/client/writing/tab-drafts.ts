import { hasLocks } from '#client/store/page-locks.ts';
import { createStore, type Store } from '#client/store/store.ts';
import { followOpenDialogs } from './abandoned-drafts.ts';
import { keepDialogText, type DialogText } from './dialog-text.ts';
import type { Draft, DraftPlace, DraftStorage } from './draft-storage.ts';

/** Drafts as one tab sees them: the one that is open here, which no other tab changes, and the rest. */
export interface TabDrafts {
  /** What waits, in every tab: first what this one left last, then the oldest. */
  waiting: Store<readonly Draft[]>;
  /** Opens a new draft, or goes on with one that waits; `refresh` has to follow. */
  open: (taken: Draft | undefined, place?: DraftPlace) => DialogText;
  /** Has the open one wait; who still shows it owns it again with the next key. */
  leave: () => void;
  /** A draft is no longer open here, left or discarded. */
  forget: (text: DialogText) => void;
  /** Looks again at what is kept. */
  refresh: () => void;
  close: () => void;
}

/** Opens drafts in a tab; that of a page that is gone waits in the others. */
export function openTabDrafts(drafts: DraftStorage): TabDrafts {
  const waiting = createStore<readonly Draft[]>([]);
  let open: DialogText | null = null;
  let lastLeft: string | undefined;

  const refresh = (): void => {
    const free = read().filter((draft) => isUnclaimed(draft, open?.id));
    waiting.set(free.toSorted((a, b) => Number(b.id === lastLeft) - Number(a.id === lastLeft)));
  };
  const read = followOpenDialogs(drafts, refresh);
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
    waiting,
    open: (taken, place) => {
      open = keepDialogText(drafts, taken, place);
      return open;
    },
    leave,
    forget: (text) => {
      if (open === text) open = null;
      refresh();
    },
    refresh,
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
