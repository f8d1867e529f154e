import { pause } from '#shared/backoff.ts';
import type { User } from '#shared/user.ts';
import type { Backend } from '#client/backend/backend.ts';
import type { Board } from '#client/board.ts';
import type { BrowserStorage } from '#client/store/browser-storage.ts';
import { STORAGE_KEYS } from '#client/store/storage-keys.ts';
import { createStore, waitFor, type Store } from '#client/store/store.ts';
import { createPendingSignOut, type BeforeSignOut } from './pending-sign-out.ts';

export type BoardState = 'unknown' | null | Board;

/** Who is here on this page, as their board, and the ways in and out. */
export interface Account extends Store<BoardState> {
  /** Resolves as soon as it is known who is here. */
  whenKnown: () => Promise<Board | null>;
  /** Starts signing in, once a pending sign-out is carried out; rejects when either failed. */
  signIn: () => Promise<void>;
  /** Signs out on this page at once, and at the backend after `before`, as soon as it can be reached. */
  signOut: (before?: BeforeSignOut) => void;
}

/** Follows the backend's auth state. While a sign-out is pending nobody counts as signed in. */
export function openAccount(
  backend: Backend,
  storage: BrowserStorage,
  open: (user: User) => Board,
): Account {
  const store = createStore<BoardState>('unknown');
  const pendingSignOut = createPendingSignOut(backend, storage);

  const setUser = (user: User | null): void => {
    if (user === null) storage.removeItem(STORAGE_KEYS.authUser);
    else storage.setItem(STORAGE_KEYS.authUser, JSON.stringify(user));
    const before = store.get();
    if (before !== 'unknown') {
      if (JSON.stringify(before?.user ?? null) === JSON.stringify(user)) return;
      before?.close();
    }
    store.set(user && open(user));
  };
  const applyPendingSignOut = (carryOut: () => void): void => {
    if (!pendingSignOut.isWanted()) return;
    setUser(null);
    // The tab that was asked may be gone.
    carryOut();
  };

  applyPendingSignOut(pendingSignOut.carryOut);
  storage.onChange(STORAGE_KEYS.signOut, () => applyPendingSignOut(pendingSignOut.carryOutLater));
  backend.onAuthState((user) => setUser(pendingSignOut.isWanted() ? null : user));

  return {
    ...store,
    whenKnown: () => waitFor(store, (board) => (board === 'unknown' ? undefined : board)),
    signIn: async () => {
      await pendingSignOut.finish();
      await backend.signIn();
    },
    signOut: (before) => {
      pendingSignOut.want();
      // It begins as long as the person's board is open.
      pendingSignOut.carryOut(before);
      setUser(null);
    },
  };
}

/** Waits for the first thoughts of a board, which are mostly there already, at most some milliseconds. */
export async function whenLoaded({ feed }: Board, most: number): Promise<void> {
  const isLoaded = waitFor(feed.state, ({ isLoading }) => (isLoading ? undefined : true));
  await Promise.race([isLoaded, pause(most)]);
}
