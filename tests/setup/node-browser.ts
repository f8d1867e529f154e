import { EventSource } from 'eventsource';
import type { Browser } from '#client/backend/http/browser.ts';
import type { Visitor } from '#server/testing/sign-in.ts';
import { createAnsweringBrowser } from './answering-browser.ts';

/** A browser without a screen, of one tab: always shown, always with a network. */
export function createNodeBrowser(visitor: Visitor, origin: string): Browser {
  const fetch: typeof globalThis.fetch = (input, init) =>
    visitor.send(input instanceof Request ? input.url : String(input), init);
  return {
    ...createAnsweringBrowser(() => Response.error()),
    fetch,
    openEventSource: (url) => new EventSource(new URL(url, origin), { fetch }),
    navigate: (url) => {
      throw new Error(`Left the page for ${url}`);
    },
  };
}
