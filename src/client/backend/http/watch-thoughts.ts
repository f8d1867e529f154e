import { retry } from '#shared/backoff.ts';
import { PAGE_SIZE } from '#shared/limits.ts';
import { Problem } from '#shared/problem.ts';
import type { Page, VersionedThought } from '#shared/wire.ts';
import type { LiveEvent, LiveQueryName, LiveWindow } from '#client/backend/backend.ts';
import type { Browser } from './browser.ts';
import { createLiveList } from './live-list.ts';
import { joinStream } from './shared-stream.ts';
import { readThoughts } from './thought-reader.ts';

/** A live query, by its name, first size and the person who watches. */
export interface Watch {
  query: LiveQueryName;
  size: number;
  uid: string;
  onEvent: (event: LiveEvent) => void;
  /** The session ended: the server refused to go on. */
  onSignedOut: () => void;
}

/** Runs one live query: subscribes first, then reads the window, then follows the stream. */
export function watchThoughts(browser: Browser, watch: Watch): LiveWindow {
  const { query, uid, onEvent, onSignedOut } = watch;
  const list = createLiveList(query === 'own' ? uid : undefined);
  let isLoaded = false;
  let reading: AbortController | null = null;

  const read = async (
    range: { size: number; after?: VersionedThought | undefined },
    take: (page: Page) => LiveEvent,
  ): Promise<void> => {
    reading?.abort();
    const mine = new AbortController();
    reading = mine;
    try {
      const page = await retry(mine.signal, () => readThoughts(browser, query, range));
      if (page === undefined) return;
      isLoaded = true;
      onEvent(take(page));
    } catch (error) {
      if (error instanceof Problem && error.code === 'signed-out') onSignedOut();
      else console.error('Reading thoughts failed', error);
    } finally {
      if (reading === mine) reading = null;
    }
  };
  const readAnew = (): void => {
    void read({ size: Math.max(watch.size, list.size()) }, list.beginReading());
  };

  const leave = joinStream(browser, uid, (message) => {
    if (message.type === 'change') {
      const events = list.apply(message.change);
      // Until the window is read the changes are only kept: its result will hold them.
      if (isLoaded) events.forEach(onEvent);
    } else if (message.type === 'ready') {
      onEvent({ type: 'connection', live: true });
      if (!message.resumed || !isLoaded) readAnew();
    } else if (message.type === 'down') {
      onEvent({ type: 'connection', live: false });
    } else if (message.type === 'signed-out') {
      onSignedOut();
    }
  });

  return {
    grow: () => {
      if (!isLoaded || reading !== null || !list.more()) return;
      void read({ size: PAGE_SIZE, after: list.last() }, list.append);
    },
    close: () => {
      reading?.abort();
      leave();
    },
  };
}
