import { NEVER, pause, retry } from '#shared/backoff.ts';
import { problemCodeOf } from '#shared/problem.ts';
import type { User } from '#shared/user.ts';
import type { Backend } from '#client/backend/backend.ts';
import type { Board } from './board.ts';
import type { BrowserStorage } from '#client/browser/storage.ts';
import { STORAGE_KEYS } from '#client/browser/storage-keys.ts';
import { createStore, waitFor } from '#client/store/store.ts';

/** Other tabs leave a sign-out to the tab that asked for it for this long (ms). */
const OTHER_TAB_WAIT_MS = 10_000;

export type Account = ReturnType<typeof openAccount>;

/** Sends what a person has written before their sign-out is carried out, until it is aborted. */
type LastSending = (ended: AbortSignal) => Promise<void>;

/**
 * Holds the signed-in person's board, as the backend's auth state says. A person whose sign-out is pending does
 * not count as signed in.
 */
export function openAccount(
  backend: Backend,
  storage: BrowserStorage,
  open: (user: User) => Board,
) {
  const store = createStore<'unknown' | null | Board>('unknown');
  let lastSending = new AbortController();

  const setUser = (user: User | null): void => {
    if (user === null) storage.removeItem(STORAGE_KEYS.authUser);
    else storage.setItem(STORAGE_KEYS.authUser, JSON.stringify(user));
    const before = store.get();
    if (before !== 'unknown') {
      if (before?.user.uid === user?.uid) return;
      before?.close();
    }
    if (user !== null) lastSending.abort();
    store.set(user && open(user));
  };
  const { leaver, finish, begin } = pendingSignOut(backend, storage);
  /** Signs out on this page at once, and at the backend after `before`, once it can be reached. */
  const leave = async (before: LastSending = async () => {}): Promise<void> => {
    try {
      lastSending = new AbortController();
      // `before` starts while the person's board is open.
      const started = before(lastSending.signal);
      setUser(null);
      await started;
      await retry(NEVER, finish);
    } catch (error) {
      console.error('Signing out failed', error);
    }
  };
  // The tab that asked for the sign-out may be gone.
  if (leaver() !== null) void leave();
  storage.onChange(STORAGE_KEYS.signOut, () => {
    if (leaver() !== null) void leave((ended) => pause(OTHER_TAB_WAIT_MS, ended));
  });
  backend.onAuthState((user) => setUser(user?.uid === leaver() ? null : user));

  return {
    get: store.get,
    subscribe: store.subscribe,
    /** Starts signing in, once a pending sign-out is carried out; rejects when either failed. */
    signIn: (): Promise<void> => finish().then(backend.signIn),
    /** Signs out whoever is signed in, after `before`. */
    signOut: (before?: LastSending): void => {
      const board = store.get();
      if (board === 'unknown' || board === null) return;
      begin(board.user.uid);
      void leave(before);
    },
  };
}

/** A sign-out that outlives the page that asked for it, until the backend has carried it out. */
function pendingSignOut(backend: Backend, storage: BrowserStorage) {
  const leaver = (): string | null => storage.getItem(STORAGE_KEYS.signOut);
  return {
    /** The uid of the person whose sign-out is pending, or null. */
    leaver,
    begin: (uid: string): void => storage.setItem(STORAGE_KEYS.signOut, uid),
    finish: async (): Promise<void> => {
      const uid = leaver();
      // Another tab may have carried it out between two tries.
      if (uid === null) return;
      await backend.signOut(uid).catch((error: unknown) => {
        // If somebody else has signed in since, the leaver is signed out.
        if (problemCodeOf(error) !== 'signed-out') throw error;
      });
      if (leaver() === uid) storage.removeItem(STORAGE_KEYS.signOut);
    },
  };
}

/** Resolves once it is known who is signed in: with their board, or with null. */
export function whenKnown(account: Account): Promise<Board | null> {
  return waitFor(account, (board) => (board === 'unknown' ? undefined : board));
}

/** Waits for a board's first thoughts, at most `timeout` ms. */
export async function whenLoaded({ feed }: Board, timeout: number): Promise<void> {
  const isLoaded = waitFor(feed.state, ({ isLoading }) => (isLoading ? undefined : true));
  await Promise.race([isLoaded, pause(timeout)]);
}
