import type { Connection } from './connection.ts';

/** How often the service is asked whether it can be reached, in ms. */
const PROBE_INTERVAL_MS = 2000;

/** A page hidden for longer may have slept, and its connection died without a word, in ms. */
const SLEEP_MS = 30_000;

/** Connects again sooner than the SDK does by itself, for somebody who looks at the page. */
export interface Reconnector {
  /** Says that a query is live, or waits to be. */
  setLive: (query: object, isLive: boolean) => void;
}

/**
 * Begins the SDK's connection again when the page is shown after a while, and as soon as
 * the service answers after it did not: by itself the SDK waits up to a minute and a half between two tries.
 */
export function createReconnector({ canReach, restart }: Connection): Reconnector {
  const waiting = new Set<object>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasReachable = true;
  let hiddenAt = Date.now();

  const schedule = (): void => {
    clearTimeout(timer);
    const isWanted = waiting.size > 0 && !document.hidden;
    if (isWanted) timer = setTimeout(() => void probe(), PROBE_INTERVAL_MS);
  };
  const probe = async (): Promise<void> => {
    const isReachable = await canReach();
    // A connection that is only slow is left alone, and so is one that came back by itself.
    const isBack = isReachable && !wasReachable;
    wasReachable = isReachable || waiting.size === 0;
    if (isBack) await restart();
    schedule();
  };

  document.addEventListener('visibilitychange', () => {
    schedule();
    if (document.hidden) hiddenAt = Date.now();
    else if (waiting.size > 0 || Date.now() - hiddenAt > SLEEP_MS) void restart();
  });
  return {
    setLive: (query, isLive) => {
      if (isLive) waiting.delete(query);
      else waiting.add(query);
      if (waiting.size === 0) wasReachable = true;
      schedule();
    },
  };
}
