import { retry } from '#shared/backoff.ts';
import type { User } from '#shared/user.ts';
import { PATHS, SessionBody } from '#shared/wire.ts';
import type { Browser } from './browser.ts';
import { answerOf, send } from './request.ts';

/** Longest wait (ms) for another try: until it is known who is here, the page shows no list. */
const MAX_RETRY_MS = 5_000;

/** Follows the session behind this browser's cookie, from the first answer on. */
export function followSession(browser: Browser) {
  let user: User | null | undefined;
  const listeners = new Set<(user: User | null) => void>();

  const setUser = (next: User | null): void => {
    user = next;
    listeners.forEach((listener) => listener(next));
  };
  let asking = new AbortController();
  let isWaiting = false;
  const ask = async (signal: AbortSignal): Promise<void> => {
    isWaiting = false;
    try {
      const answer = await send(browser, ['GET', PATHS.session], { signal });
      const { user: next } = answerOf(SessionBody, answer);
      if (!signal.aborted) setUser(next);
    } catch (error) {
      isWaiting = !signal.aborted;
      throw error;
    }
  };
  const refresh = (): void => {
    // An earlier request may return an older state.
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    retry(signal, () => ask(signal), MAX_RETRY_MS).catch((error: unknown) => {
      console.error('Reading who is signed in failed', error);
    });
  };

  browser.onAccountChange(refresh);
  // A returning reader should not have to wait at the shell.
  browser.onPresenceChange(() => isWaiting && refresh());
  refresh();

  return {
    user: () => user,
    refresh,
    end: (): void => {
      asking.abort();
      setUser(null);
    },
    onChange: (listener: (user: User | null) => void): void => {
      listeners.add(listener);
      queueMicrotask(() => user !== undefined && listener(user));
    },
  };
}
