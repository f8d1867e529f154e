import * as v from 'valibot';
import { AUTH_USER_KEY, User } from '#shared/user.ts';
import type { Backend } from '#client/backend/backend.ts';
import type { BrowserStorage } from '#client/store/browser-storage.ts';
import { createStore, type Store } from '#client/store/store.ts';

/** Who is signed in: a person, nobody (null), or not known yet. */
export type AuthState = User | null | 'unknown';

export interface AuthSession {
  state: Store<AuthState>;
  /** Resolves with the person or null, once known. */
  whenKnown: () => Promise<User | null>;
}

/** Follows the backend's auth state and keeps the person in local storage while signed in. */
export function createAuthSession(backend: Backend, storage: BrowserStorage): AuthSession {
  const state = createStore<AuthState>('unknown');

  backend.onAuthState((user) => {
    if (user === null) storage.removeItem(AUTH_USER_KEY);
    else storage.setItem(AUTH_USER_KEY, JSON.stringify(user));
    state.set(user);
  });

  return {
    state,
    whenKnown: () =>
      new Promise((resolve) => {
        const resolveWhenKnown = (): boolean => {
          const now = state.get();
          if (now !== 'unknown') resolve(now);
          return now !== 'unknown';
        };
        if (resolveWhenKnown()) return;
        const stop = state.subscribe(() => {
          if (resolveWhenKnown()) stop();
        });
      }),
  };
}

/** Reads the person kept in local storage: good for a first guess, never for access. */
export function storedUser(storage: BrowserStorage): User | null {
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), User),
    storage.getItem(AUTH_USER_KEY),
  );
  return parsed.success ? parsed.output : null;
}
