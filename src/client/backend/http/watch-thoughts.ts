import { PAGE_SIZE } from '#shared/limits.ts';
import type { Page } from '#shared/wire.ts';
import type { LiveQuery, ThoughtWindow, WindowListener } from '#client/backend/backend.ts';
import type { ChangeSource } from './change-source.ts';
import type { PageRange } from './read-page.ts';
import { createThoughtWindow } from './thought-window.ts';
import { createWindowLoader } from './window-loader.ts';

export interface WatchOptions {
  author: string | undefined;
  size: number;
  source: ChangeSource;
  read: (range: PageRange) => Promise<Page>;
  onSignedOut: () => void;
  listener: WindowListener;
}

/** Runs one live query: reads its window, follows the changes, and reads again after a gap. */
export function watchThoughts(options: WatchOptions): LiveQuery {
  const { author, size, source, read, onSignedOut, listener } = options;
  const contents = createThoughtWindow(author);
  let isLoaded = false;

  const deliver = (from: ThoughtWindow['source']): void => {
    listener.onWindow({ thoughts: contents.thoughts(), more: contents.more(), source: from });
  };
  const loader = createWindowLoader({
    contents,
    size,
    read,
    isCovered: source.follow,
    onSignedOut,
    onPage: (side) => {
      // Read again after a gap, a window differs by what was changed and removed meanwhile.
      deliver(side === 'top' && isLoaded ? 'change' : 'read');
      isLoaded = true;
    },
  });
  const unsubscribe = source.subscribe({
    onLive: listener.onLive,
    onGap: loader.load,
    onChanges: (changes) => {
      // Until the window is read the changes are only kept: its result will hold them.
      if (contents.apply(changes) && isLoaded) deliver('change');
    },
  });
  loader.load();

  return {
    grow: () => {
      if (isLoaded && contents.more()) loader.want(contents.thoughts().length + PAGE_SIZE);
    },
    shrink: (most) => {
      if (contents.thoughts().length <= most) return;
      contents.shrink(most);
      loader.limit(most);
      deliver('change');
    },
    close: () => {
      unsubscribe();
      loader.stop();
    },
  };
}
