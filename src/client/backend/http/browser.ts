import { AUTH_USER_KEY } from '#shared/user.ts';
import type { Unsubscribe } from '#client/backend/backend.ts';

/** The part of an EventSource that is used here. */
export interface LiveSource {
  readonly readyState: number;
  readonly OPEN: number;
  readonly CLOSED: number;
  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void;
  close(): void;
}

/** What the adapter uses of a browser, gathered so that tests can run several in one process. */
export interface Browser {
  fetch: typeof globalThis.fetch;
  openEventSource: (url: string) => LiveSource;
  openChannel: (name: string) => BroadcastChannel;
  /** Absent on plain-http origins other than localhost. */
  locks: Pick<LockManager, 'request'> | undefined;
  /** Leaves the page, which Back does not return to. */
  navigate: (url: string) => void;
  /** Calls back when the network or the reader is back. */
  onWake: (listener: () => void) => Unsubscribe;
  /** Calls back when another tab signed in or out. */
  onAccountChange: (listener: () => void) => Unsubscribe;
}

/** The browser this page runs in. */
export function thisBrowser(): Browser {
  return {
    fetch: (input, init) => fetch(input, init),
    openEventSource: (url) => new EventSource(url),
    openChannel: (name) => new BroadcastChannel(name),
    locks: navigator.locks,
    navigate: (url) => location.replace(url),
    onWake: (listener) => {
      const whenVisible = (): void => {
        if (document.visibilityState === 'visible') listener();
      };
      addEventListener('online', listener);
      document.addEventListener('visibilitychange', whenVisible);
      return () => {
        removeEventListener('online', listener);
        document.removeEventListener('visibilitychange', whenVisible);
      };
    },
    onAccountChange: (listener) => {
      const whenAuthUser = (event: StorageEvent): void => {
        // A null key means that all of the storage was cleared.
        if (event.key === AUTH_USER_KEY || event.key === null) listener();
      };
      addEventListener('storage', whenAuthUser);
      return () => removeEventListener('storage', whenAuthUser);
    },
  };
}
