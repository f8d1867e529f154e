import type { User } from '#shared/user.ts';
import type { Backend } from '#client/backend/backend.ts';
import type { BrowserStorage } from '#client/store/browser-storage.ts';
import { STORAGE_KEYS } from '#client/store/storage-keys.ts';
import { createStore, type Store } from '#client/store/store.ts';
import { createPendingSignOut, type BeforeSignOut } from './pending-sign-out.ts';

/** Who is signed in: a person, nobody (null), or not known yet. */
export type AuthState = User | null | 'unknown';

/** Who is signed in on this page, and the ways in and out. */
export interface AuthSession {
  state: Store<AuthState>;
  /** Starts signing in, once a pending sign-out is carried out; rejects when either failed. */
  signIn: () => Promise<void>;
  /** Signs out on this page at once, and at the backend after `before`, as soon as it can be reached. */
  signOut: (before?: BeforeSignOut) => void;
}

/**
 * Follows the backend's auth state and keeps the person in local storage while signed in. As long
 * as a sign-out is pending nobody counts as signed in, whatever the backend says.
 */
export function createAuthSession(backend: Backend, storage: BrowserStorage): AuthSession {
  const state = createStore<AuthState>('unknown');
  const pendingSignOut = createPendingSignOut(backend, storage);

  const setUser = (user: User | null): void => {
    if (user === null) storage.removeItem(STORAGE_KEYS.authUser);
    else storage.setItem(STORAGE_KEYS.authUser, JSON.stringify(user));
    if (!isSame(user, state.get())) state.set(user);
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
    state,
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

function isSame(user: User | null, state: AuthState): boolean {
  return JSON.stringify(user) === JSON.stringify(state);
}
