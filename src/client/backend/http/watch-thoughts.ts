import type { LiveEvent, LiveQueryName, LiveWindow } from '#client/backend/backend.ts';
import type { Browser } from './browser.ts';
import { createLiveList } from './live-list.ts';
import { joinStream } from './shared-stream.ts';
import { readThoughts } from './thought-reader.ts';
import { createWindowReader } from './window-reader.ts';

/** A live query, by its name, first size and the person who watches. */
export interface Watch {
  query: LiveQueryName;
  size: number;
  uid: string;
  onEvent: (event: LiveEvent) => void;
  /** The session seems to have ended: the server refused to go on. */
  onSignedOut: () => void;
}

/** Runs one live query: subscribes first, then reads the window, then follows the stream. */
export function watchThoughts(browser: Browser, watch: Watch): LiveWindow {
  const { query, size, uid, onEvent, onSignedOut } = watch;
  const list = createLiveList(query === 'own' ? uid : undefined);
  const reader = createWindowReader({
    list,
    size,
    readRange: (range) => readThoughts(browser, query, range),
    onEvent,
    onSignedOut,
  });

  const leave = joinStream(browser, uid, (message) => {
    if (message.type === 'change') {
      const events = list.apply(message.change);
      // Until the window is read the changes are only kept: its result will hold them.
      if (reader.isLoaded()) events.forEach(onEvent);
    } else if (message.type === 'ready') {
      onEvent({ type: 'connection', live: true });
      if (!message.resumed || !reader.isLoaded()) reader.readAnew();
    } else if (message.type === 'down') {
      onEvent({ type: 'connection', live: false });
      // The session ended; the stream itself goes on trying, since it may have been replaced.
      if (message.refused) onSignedOut();
    }
  });

  return {
    grow: reader.grow,
    close: () => {
      reader.close();
      leave();
    },
  };
}
