import { EventSource } from 'eventsource';
import { newestFirst, type Thought } from '#shared/thought.ts';
import type { Backend } from '#client/backend/backend.ts';
import type { Browser } from '#client/backend/http/browser.ts';
import { createHttpBackend } from '#client/backend/http/http-backend.ts';
import type { Visitor } from '#server/testing/sign-in.ts';

/** A reader without a screen: the client's own adapter, and the list it would show. */
export interface Reader {
  /** The list as it stands, newest first. */
  thoughts: () => readonly Thought[];
  /** Whether older thoughts exist beyond the list. */
  more: () => boolean;
  close: () => void;
}

/** Opens the feed as a browser of one tab does. */
export async function openReader(visitor: Visitor, origin: string, size: number): Promise<Reader> {
  const backend = createHttpBackend(browserOf(visitor, origin));
  await untilSignedIn(backend);
  let known = new Map<string, Thought>();
  let more = false;
  const live = backend.watch('feed', size, (event) => {
    if (event.type === 'result') {
      known = new Map(event.thoughts.map((thought) => [thought.textID, thought]));
      more = event.more;
    }
    if (event.type === 'changed') known.set(event.thought.textID, event.thought);
    if (event.type === 'removed') known.delete(event.textID);
  });
  return {
    thoughts: () => [...known.values()].toSorted(newestFirst),
    more: () => more,
    close: live.close,
  };
}

function untilSignedIn(backend: Backend): Promise<void> {
  return new Promise((resolve) => {
    backend.onAuthState((user) => {
      if (user !== null) resolve();
    });
  });
}

/** A browser of one tab: without locks it has its stream to itself. */
function browserOf(visitor: Visitor, origin: string): Browser {
  const fetch: typeof globalThis.fetch = (input, init) =>
    visitor.send(input instanceof Request ? input.url : String(input), init);
  return {
    fetch,
    openEventSource: (url) => new EventSource(new URL(url, origin), { fetch }),
    openChannel: (name) => new BroadcastChannel(name),
    locks: undefined,
    navigate: (url) => {
      throw new Error(`Left the page for ${url}`);
    },
    onWake: () => () => {},
    onAccountChange: () => () => {},
  };
}
