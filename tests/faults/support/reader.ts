import { pause } from '#shared/backoff.ts';
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

/** Waits until readers show what is stored, newest first; resolves with how those that don't are off. */
export async function untilEqual(
  readers: readonly Reader[],
  stored: readonly Pick<Thought, 'textID' | 'text'>[],
  millis: number,
): Promise<string[]> {
  for (const until = performance.now() + millis; ;) {
    const different = readers.flatMap((reader) => describeDifference(reader, stored));
    if (different.length === 0 || performance.now() > until) return different;
    await pause(50);
  }
}

function describeDifference(
  reader: Reader,
  stored: readonly Pick<Thought, 'textID' | 'text'>[],
): string[] {
  const shown = reader.thoughts().map(({ textID, text }) => `${textID}: ${text}`);
  const wanted = stored.slice(0, shown.length).map(({ textID, text }) => `${textID}: ${text}`);
  const at = shown.findIndex((line, index) => line !== wanted[index]);
  if (at !== -1) return [`at ${at}: ${shown[at]} instead of ${wanted[at]}`];
  const isWhole = reader.more() ? shown.length > 0 : shown.length === stored.length;
  return isWhole ? [] : [`${shown.length} of ${stored.length} thoughts`];
}

function untilSignedIn(backend: Backend): Promise<void> {
  return new Promise((resolve) => {
    backend.onAuthState((user) => {
      if (user !== null) resolve();
    });
  });
}
