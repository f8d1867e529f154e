import type { Thought } from '#shared/thought.ts';
import { isNewPost } from './new-posts.ts';
import { isAtTop } from './scroll.ts';

/** So long (ms) after a tab is shown again, what comes counts as missed while it was hidden. */
const CATCH_UP_MS = 5_000;

/** The thought that the reader had seen last, and who reads. */
interface Reader {
  known: Thought | undefined;
  uid: string;
}

/**
 * The id of the first thought below what is new to the reader, where a line is drawn; undefined
 * when nothing shown is new.
 */
export function firstSeenOf(shown: readonly Thought[], reader: Reader): string | undefined {
  if (reader.known === undefined) return undefined;
  const lastNew = shown.findLastIndex((thought) => isNewPost(thought, reader));
  return lastNew === -1 ? undefined : shown[lastNew + 1]?.textID;
}

/** Calls once the line has done its work; returns the function that stops waiting for that. */
export function untilSeen(isLineShown: boolean, onSeen: () => void): () => void {
  if (isLineShown) return onReturnToTop(onSeen);
  const timer = setTimeout(onSeen, CATCH_UP_MS);
  return () => clearTimeout(timer);
}

/** Calls when the reader has scrolled away and is back at the top. */
function onReturnToTop(listener: () => void): () => void {
  const stop = new AbortController();
  let wasAway = false;
  const follow = (): void => {
    if (!isAtTop()) wasAway = true;
    else if (wasAway) listener();
  };
  addEventListener('scroll', follow, { passive: true, signal: stop.signal });
  return () => stop.abort();
}
