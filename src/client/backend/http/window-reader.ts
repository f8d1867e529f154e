import { retry } from '#shared/backoff.ts';
import { PAGE_SIZE } from '#shared/limits.ts';
import { Problem } from '#shared/problem.ts';
import type { Page, VersionedThought } from '#shared/wire.ts';
import type { LiveEvent } from '#client/backend/backend.ts';
import type { LiveList } from './live-list.ts';

/** A stretch of a list: so many thoughts from the top, or after one. */
export interface Range {
  size: number;
  after?: VersionedThought | undefined;
}

/** What a reader is made of. */
export interface WindowReaderParts {
  list: LiveList;
  /** Thoughts in the first window. */
  size: number;
  readRange: (range: Range) => Promise<Page>;
  onEvent: (event: LiveEvent) => void;
  onSignedOut: () => void;
}

/** Reads a live list's window, one reading at a time. */
export interface WindowReader {
  /** The window was read at least once. */
  isLoaded: () => boolean;
  /** Reads all of the window again; what is being read is given up. */
  readAnew: () => void;
  /** Adds an older page, after what is being read. */
  grow: () => void;
  close: () => void;
}

/** Makes a reader that tries again, with back-off, until it has read what was asked for. */
export function createWindowReader(parts: WindowReaderParts): WindowReader {
  const { list, size, readRange, onEvent, onSignedOut } = parts;
  let isLoaded = false;
  // Older thoughts are asked for and not there yet: something else may be being read.
  let wantsOlder = false;
  let reading: AbortController | null = null;

  const read = async (range: Range, take: (page: Page) => LiveEvent): Promise<void> => {
    reading?.abort();
    const mine = new AbortController();
    reading = mine;
    try {
      const page = await retry(mine.signal, () => readRange(range));
      if (page === undefined) return;
      isLoaded = true;
      onEvent(take(page));
    } catch (error) {
      wantsOlder = false;
      if (error instanceof Problem && error.code === 'signed-out') onSignedOut();
      else console.error('Reading thoughts failed', error);
    } finally {
      if (reading === mine) {
        reading = null;
        if (wantsOlder) grow();
      }
    }
  };
  const grow = (): void => {
    if (!isLoaded || !list.more()) return;
    wantsOlder = true;
    if (reading !== null) return;
    void read({ size: PAGE_SIZE, after: list.last() }, (page) => {
      wantsOlder = false;
      return list.append(page);
    });
  };

  return {
    isLoaded: () => isLoaded,
    readAnew: () => void read({ size: Math.max(size, list.size()) }, list.beginReading()),
    grow,
    close: () => {
      wantsOlder = false;
      reading?.abort();
    },
  };
}
