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
  onAccountChange: (listener: () => void) => Unsubscribe;
}

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
    onPresenceChange: (listener) =>
      together(
        listen(window, ['online', 'offline', 'pageshow'], listener),
        listen(document, ['visibilitychange', 'resume'], listener),
      ),
    onAccountChange: (listener) =>
      together(
        onOtherTab(listener),
        listen(window, ['pageshow'], (event) => {
          if (event instanceof PageTransitionEvent && event.persisted) listener();
        }),
      ),
  };
}

function together(...stops: Unsubscribe[]): Unsubscribe {
  return () => stops.forEach((stop) => stop());
}

function listen(
  target: EventTarget,
  types: readonly string[],
  listener: (event: Event) => void,
): Unsubscribe {
  for (const type of types) target.addEventListener(type, listener);
  return () => {
    for (const type of types) target.removeEventListener(type, listener);
  };
}
