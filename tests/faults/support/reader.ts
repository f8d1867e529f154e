import type { Thought } from '#shared/thought.ts';
import type { Backend, ThoughtWindow } from '#client/backend/backend.ts';
import { createHttpBackend } from '#client/backend/http/http-backend.ts';
import type { Visitor } from '#server/testing/sign-in.ts';
import { createNodeBrowser } from '#tests/setup/node-browser.ts';

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
  const backend = createHttpBackend(createNodeBrowser(visitor, origin));
  await untilSignedIn(backend);
  let window: ThoughtWindow | undefined;
  const live = backend.watch('feed', size, {
    onWindow: (next) => {
      window = next;
    },
    onLive: () => {},
  });
  return {
    thoughts: () => window?.thoughts ?? [],
    more: () => window?.more ?? false,
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
