import type { Browser } from '#client/backend/http/browser.ts';

/** A browser of one shown tab in which only requests do anything: they get what `answer` returns. */
export function createAnsweringBrowser(
  answer: (path: string, headers: Headers) => Response | Promise<Response>,
): Browser {
  return {
    fetch: async (input, init) =>
      answer(input instanceof Request ? input.url : String(input), new Headers(init?.headers)),
    openEventSource: () => ({
      readyState: 0,
      CLOSED: 2,
      addEventListener: nothing,
      close: nothing,
    }),
    navigate: nothing,
    onVersion: nothing,
    isVisible: () => true,
    isOnline: () => true,
    onPresenceChange: () => nothing,
    onAccountChange: nothing,
  };
}

function nothing(): void {}
