import { NEVER, pause, retry } from '#shared/backoff.ts';
import type { User } from '#shared/user.ts';
import type { Backend } from '#client/backend/backend.ts';
import type { Board } from '#client/board.ts';
import type { BrowserStorage } from '#client/store/browser-storage.ts';
import { STORAGE_KEYS } from '#client/store/storage-keys.ts';
import { createStore, waitFor } from '#client/store/store.ts';

/** Other tabs leave a sign-out to the tab that asked for it for this long (ms). */
const OTHER_TAB_WAIT_MS = 10_000;

export type BoardState = 'unknown' | null | Board;

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
  const store = createStore<BoardState>('unknown');
  const pending = createPendingSignOut(backend, storage);

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

  if (pending.isWanted()) {
    setUser(null);
    // The tab that asked for the sign-out may be gone.
    void pending.carryOut();
  }
  storage.onChange(STORAGE_KEYS.signOut, () => {
    if (!pending.isWanted()) return;
    setUser(null);
    void pending.carryOut(() => pause(OTHER_TAB_WAIT_MS));
  });
  backend.onAuthState((user) => setUser(pending.isWanted() ? null : user));

  return {
    get: store.get,
    subscribe: store.subscribe,
    /** Resolves once the session is known. */
    whenKnown: (): Promise<Board | null> =>
      waitFor(store, (board) => (board === 'unknown' ? undefined : board)),
    /** Starts signing in, once a pending sign-out is carried out; rejects when either failed. */
    signIn: async (): Promise<void> => {
      await pending.finish();
      await backend.signIn();
    },
    /** Signs out on this page at once, and at the backend after `before`, once it can be reached. */
    signOut: (before?: () => Promise<void>): void => {
      storage.setItem(STORAGE_KEYS.signOut, 'true');
      // `before` starts while the person's board is open.
      void pending.carryOut(before);
      setUser(null);
    },
  };
}

/** A requested sign-out, which outlives the page until the backend has carried it out. */
function createPendingSignOut(backend: Pick<Backend, 'signOut'>, storage: BrowserStorage) {
  const isWanted = (): boolean => storage.getItem(STORAGE_KEYS.signOut) !== null;
  const signOut = async (): Promise<void> => {
    // Between two tries another tab may have signed out, and somebody else may have signed in.
    if (!isWanted()) return;
    await backend.signOut();
    storage.removeItem(STORAGE_KEYS.signOut);
  };
  return {
    isWanted,
    /** Signs out in the background, after `before`, with retries. */
    carryOut: async (before: () => Promise<void> = async () => {}): Promise<void> => {
      try {
        await before();
        await retry(NEVER, signOut);
      } catch (error) {
        console.error('Signing out failed', error);
      }
    },
    /** Carries out a pending sign-out now, without retries. */
    finish: signOut,
  };
}

/** Waits for a board's first thoughts, at most `timeout` ms. */
export async function whenLoaded({ feed }: Board, timeout: number): Promise<void> {
  const isLoaded = waitFor(feed.state, ({ isLoading }) => (isLoading ? undefined : true));
  await Promise.race([isLoaded, pause(timeout)]);
}
