export interface LiveSource {
  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void;
  close(): void;
}

/** The browser as the adapter uses it, so that tests can run several in one process. */
export interface Browser {
  fetch: typeof globalThis.fetch;
  openEventSource: (url: string) => LiveSource;
  navigate: (url: string) => void;
  onVersion: (version: string) => void;
  isVisible: () => boolean;
  isOnline: () => boolean;
  onPresenceChange: (listener: () => void) => void;
  /** Calls back when another tab signed in or out. */
  onAccountChange: (listener: () => void) => void;
}

const PRESENCE = ['online', 'offline', 'pageshow', 'visibilitychange', 'resume'];

/** The browser of this page, with what the rest of the client knows of it. */
export function thisBrowser(given: Pick<Browser, 'onAccountChange' | 'onVersion'>): Browser {
  return {
    ...given,
    fetch: (input, init) => fetch(input, init),
    openEventSource: (url) => new EventSource(url),
    navigate: (url) => location.replace(url),
    isVisible: () => document.visibilityState === 'visible',
    isOnline: () => navigator.onLine,
    onPresenceChange: (listener) => {
      // In the capture phase the window receives all of these.
      for (const type of PRESENCE) addEventListener(type, listener, { capture: true });
    },
  };
}
