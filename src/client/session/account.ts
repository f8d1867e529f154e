import { NEVER, pause, retry } from '#shared/backoff.ts';
import type { User } from '#shared/user.ts';
import type { Backend } from '#client/backend/backend.ts';
import type { Board } from '#client/board.ts';
import type { BrowserStorage } from '#client/store/browser-storage.ts';
import { STORAGE_KEYS } from '#client/store/storage-keys.ts';
import { createStore, waitFor } from '#client/store/store.ts';

/** Other tabs leave a sign-out to the tab that asked for it for this long (ms). */
const OTHER_TAB_WAIT_MS = 10_000;

export type Account = ReturnType<typeof openAccount>;

/**
 * Holds the signed-in person's board, as the backend's auth state says. While a sign-out is pending nobody
 * counts as signed in.
 */
export function openAccount(
  backend: Backend,
  storage: BrowserStorage,
  open: (user: User) => Board,
) {
  const store = createStore<'unknown' | null | Board>('unknown');
  const setUser = (user: User | null): void => {
    if (user === null) storage.removeItem(STORAGE_KEYS.authUser);
    else storage.setItem(STORAGE_KEYS.authUser, JSON.stringify(user));
    const before = store.get();
    if (before !== 'unknown') {
      if (before?.user.uid === user?.uid) return;
      before?.close();
    }
    store.set(user && open(user));
  };

  /** A sign-out outlives the page that asked for it, until the backend has carried it out. */
  const isSigningOut = (): boolean => storage.getItem(STORAGE_KEYS.signOut) !== null;
  const finishSignOut = async (): Promise<void> => {
    // Between two tries another tab may have signed out, and somebody else may have signed in.
    if (!isSigningOut()) return;
    await backend.signOut();
    storage.removeItem(STORAGE_KEYS.signOut);
  };
  /** Signs out on this page at once, and at the backend after `before`, once it can be reached. */
  const leave = async (before: () => Promise<void> = async () => {}): Promise<void> => {
    try {
      // `before` starts while the person's board is open.
      const started = before();
      setUser(null);
      await started;
      await retry(NEVER, finishSignOut);
    } catch (error) {
      console.error('Signing out failed', error);
    }
  };

  // The tab that asked for the sign-out may be gone.
  if (isSigningOut()) void leave();
  storage.onChange(STORAGE_KEYS.signOut, () => {
    if (isSigningOut()) void leave(() => pause(OTHER_TAB_WAIT_MS));
  });
  backend.onAuthState((user) => setUser(isSigningOut() ? null : user));

  return {
    get: store.get,
    subscribe: store.subscribe,
    /** Starts signing in, once a pending sign-out is carried out; rejects when either failed. */
    signIn: (): Promise<void> => finishSignOut().then(backend.signIn),
    signOut: (before?: () => Promise<void>): void => {
      storage.setItem(STORAGE_KEYS.signOut, 'true');
      void leave(before);
    },
  };
}

export function whenKnown(account: Account): Promise<Board | null> {
  return waitFor(account, (board) => (board === 'unknown' ? undefined : board));
}

/** Waits for a board's first thoughts, at most `timeout` ms. */
export async function whenLoaded({ feed }: Board, timeout: number): Promise<void> {
  const isLoaded = waitFor(feed.state, ({ isLoading }) => (isLoading ? undefined : true));
  await Promise.race([isLoaded, pause(timeout)]);
}
