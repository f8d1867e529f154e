import type { Unsubscribe } from '#client/backend/backend.ts';

export interface LiveSource {
  readonly readyState: number;
  readonly CLOSED: number;
  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void;
  close(): void;
}

/** What the adapter uses of a browser, gathered so that tests can run several in one process. */
export interface Browser {
  fetch: typeof globalThis.fetch;
  openEventSource: (url: string) => LiveSource;
  navigate: (url: string) => void;
  hearVersion: (version: string) => void;
  isVisible: () => boolean;
  /** False only when there certainly is no network. */
  isOnline: () => boolean;
  onPresenceChange: (listener: () => void) => Unsubscribe;
  /** Calls back when another tab signed in or out, or an old page was brought back by Back. */
  onAccountChange: (listener: () => void) => void;
}

/** What a page hears when somebody may have come or gone, or the network has. */
const PRESENCE = ['online', 'offline', 'pageshow', 'visibilitychange', 'resume'];

/** The browser this page runs in; `onOtherTab` tells of other tabs' sign-ins and sign-outs. */
export function thisBrowser(
  onOtherTab: Browser['onAccountChange'],
  hearVersion: Browser['hearVersion'],
): Browser {
  return {
    fetch: (input, init) => fetch(input, init),
    openEventSource: (url) => new EventSource(url),
    navigate: (url) => location.replace(url),
    hearVersion,
    isVisible: () => document.visibilityState === 'visible',
    isOnline: () => navigator.onLine,
    onPresenceChange: (listener) => {
      const stop = new AbortController();
      // On its way to the document each is heard at the window.
      const options = { capture: true, signal: stop.signal };
      for (const type of PRESENCE) addEventListener(type, listener, options);
      return () => stop.abort();
    },
    onAccountChange: (listener) => {
      onOtherTab(listener);
      addEventListener('pageshow', ({ persisted }) => persisted && listener());
    },
  };
}
