import * as v from 'valibot';
import { retry } from '#shared/backoff.ts';
import { Problem } from '#shared/problem.ts';
import type { User } from '#shared/user.ts';
import { PATHS, SessionBody, SignInBody } from '#shared/wire.ts';
import type { Backend, LiveWindow } from '#client/backend/backend.ts';
import type { Browser } from './browser.ts';
import { send, type Method } from './request.ts';
import { watchThoughts } from './watch-thoughts.ts';

/** The backend that is our own server, on the page's own origin. */
export function createHttpBackend(browser: Browser): Backend {
  // Undefined until the server has said who is signed in.
  let user: User | null | undefined;
  const listeners = new Set<(user: User | null) => void>();
  const windows = new Set<LiveWindow>();

  const setUser = (next: User | null): void => {
    if (user !== undefined && user?.uid === next?.uid) return;
    user = next;
    for (const window of windows) window.close();
    windows.clear();
    for (const listener of listeners) listener(next);
  };
  const askWhoIsSignedIn = async (): Promise<void> => {
    const answer = await retry(new AbortController().signal, () =>
      send(browser, ['GET', PATHS.session]),
    );
    setUser(v.parse(SessionBody, answer).user);
  };
  const refreshUser = (): void => {
    askWhoIsSignedIn().catch((error: unknown) => {
      console.error('Asking who is signed in failed', error);
    });
  };
  const write = async (method: Method, textID: string, body?: unknown): Promise<void> => {
    try {
      await send(browser, [method, `${PATHS.thoughts}/${textID}`], body);
    } catch (error) {
      if (error instanceof Problem && error.code === 'signed-out') setUser(null);
      throw error;
    }
  };

  browser.onAccountChange(refreshUser);
  refreshUser();

  return {
    onAuthState: (listener) => {
      listeners.add(listener);
      queueMicrotask(() => {
        if (user !== undefined && listeners.has(listener)) listener(user);
      });
      return () => listeners.delete(listener);
    },
    signIn: async () => {
      browser.navigate(v.parse(SignInBody, await send(browser, ['POST', PATHS.signIn])).url);
    },
    signOut: async () => {
      await send(browser, ['DELETE', PATHS.session]);
      setUser(null);
    },
    addThought: (textID, text) => write('PUT', textID, { text }),
    editThought: (textID, text) => write('PATCH', textID, { text }),
    deleteThought: (textID) => write('DELETE', textID),
    watch: (query, size, onEvent) => {
      if (!user) throw new Problem('signed-out');
      const window = watchThoughts(browser, {
        query,
        size,
        uid: user.uid,
        onEvent,
        onSignedOut: refreshUser,
      });
      windows.add(window);
      return {
        grow: window.grow,
        close: () => {
          window.close();
          windows.delete(window);
        },
      };
    },
  };
}
