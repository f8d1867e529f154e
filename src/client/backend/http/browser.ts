import { ownAddress } from '#client/browser/own-address.ts';

/** A stream of server-sent events, as far as the adapter uses it. */
export interface LiveSource {
  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void;
  close(): void;
}

/** The browser as the adapter uses it, so that tests can run several in one process. */
export interface Browser {
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
  openEventSource: (path: string) => LiveSource;
  /** Leaves the page; its address does not stay in the history. */
  navigate: (url: string) => void;
  /** Takes the version of the server, with each answer that names it. */
  onVersion: (version: string) => void;
  isVisible: () => boolean;
  isOnline: () => boolean;
  /** Calls back when the page is shown or hidden, the network changes, or the computer wakes. */
  onPresenceChange: (listener: () => void) => void;
  /** Calls back when another tab signed in or out. */
  onAccountChange: (listener: () => void) => void;
}

/** How often (ms) the wall clock is looked at while the page is visible: a computer that sleeps stops all timers. */
const CLOCK_INTERVAL_MS = 1_000;
/** How far (ms) the wall clock is ahead of the timers after a sleep; a busy page is late, too. */
const SLEEP_MS = 3_000;

const PRESENCE = ['online', 'offline', 'pageshow', 'visibilitychange', 'resume'];

/** Creates the browser of this page; main.tsx has the callbacks that need storage. */
export function thisBrowser(given: Pick<Browser, 'onAccountChange' | 'onVersion'>): Browser {
  return {
    ...given,
    fetch: (path, init) => fetch(ownAddress(path), init),
    openEventSource: (path) => new EventSource(ownAddress(path)),
    navigate: (url) => location.replace(url),
    isVisible: () => document.visibilityState === 'visible',
    isOnline: () => navigator.onLine,
    onPresenceChange: (listener) => {
      // In the capture phase the window receives all of these.
      for (const type of PRESENCE) addEventListener(type, listener, { capture: true });
      connectionOf(navigator)?.addEventListener('change', listener);
      onWake(listener);
    },
  };
}

/** What some browsers tell of the network. */
function connectionOf(from: Navigator & { connection?: EventTarget }): EventTarget | undefined {
  return from.connection;
}

/** Calls back when the wall clock has run ahead of the timers. */
function onWake(listener: () => void): void {
  let seen = Date.now();
  setInterval(() => {
    const before = seen;
    seen = Date.now();
    // The timers of hidden pages are slow anyway.
    if (document.visibilityState === 'visible' && seen - before > SLEEP_MS) listener();
  }, CLOCK_INTERVAL_MS);
}
