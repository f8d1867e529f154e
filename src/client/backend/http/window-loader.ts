import { retry } from '#shared/backoff.ts';
import { PAGE_LIMIT, PAGE_SIZE } from '#shared/limits.ts';
import { Problem, problemCodeOf } from '#shared/problem.ts';
import { newestFirst, type Thought } from '#shared/thought.ts';
import type { Page } from '#shared/wire.ts';
import type { PageRange } from './read-page.ts';
import type { WindowContents } from './thought-window.ts';

/** After a gap the window is read again down to where it ended, past no more new thoughts than this. */
const REREAD_LIMIT = 1_000;

export interface LoaderOptions {
  contents: WindowContents;
  size: number;
  read: (range: PageRange) => Promise<Page>;
  /** Whether all that followed a position was, or will be, received. */
  isCovered: (position: string) => boolean;
  /** A page was taken into the contents, from the top or after them. */
  onPage: (side: 'top' | 'end') => void;
  onSignedOut: () => void;
}

/** Reads the pages of one query's window, a reading at a time. */
export interface WindowLoader {
  /** Reads all of the window, again if need be; what is being read is given up. */
  load: () => void;
  /** Wants so many thoughts in all, if not more already, after what is being read. */
  want: (size: number) => void;
  /** Wants no more than so many. */
  limit: (size: number) => void;
  stop: () => void;
}

/** Makes a loader that tries again, with back-off, until it has read what is wanted. */
export function createWindowLoader(options: LoaderOptions): WindowLoader {
  const { contents, isCovered, onPage, onSignedOut } = options;
  let wanted = options.size;
  let reading: AbortController | null = null;

  const readTop = async (signal: AbortSignal, isAgain = false): Promise<void> => {
    const pages = await readFromTop(options, wanted, signal);
    if (signal.aborted) return;
    // What is received begins after what was read: once more, with nothing left in between.
    const isComplete = isCovered(pages.position);
    // To find a gap begins another reading.
    if (signal.aborted) return;
    // Of several servers one may be behind for a while: then not without a pause.
    if (!isComplete && isAgain) throw new Problem('unavailable');
    if (!isComplete) return readTop(signal, true);
    contents.replace(pages);
    onPage('top');
  };
  const run = async (task: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    reading?.abort();
    const mine = new AbortController();
    reading = mine;
    try {
      await task(mine.signal);
      await readOlder(options, () => wanted, mine.signal);
    } catch (error) {
      wanted = contents.thoughts().length;
      if (problemCodeOf(error) === 'signed-out') onSignedOut();
      else console.error('Reading thoughts failed', error);
    } finally {
      if (reading === mine) {
        reading = null;
        // Asked for when the last page had just been read.
        if (lacks(contents, wanted) > 0) void run(async () => {});
      }
    }
  };

  return {
    load: () => void run((signal) => retry(signal, () => readTop(signal))),
    want: (size) => {
      wanted = Math.max(wanted, size);
      if (reading === null) void run(async () => {});
    },
    limit: (size) => {
      wanted = size;
    },
    stop: () => {
      wanted = 0;
      reading?.abort();
    },
  };
}

/** Reads a window from the top: the first page when it is empty, else as far down as it reaches. */
async function readFromTop(
  { contents, read }: LoaderOptions,
  wanted: number,
  signal: AbortSignal,
): Promise<Page> {
  const end = contents.edge();
  contents.beginReading();
  if (end === undefined) return read({ size: Math.min(wanted, PAGE_SIZE), signal });
  const most = contents.thoughts().length + REREAD_LIMIT;
  const pages = await read({ size: PAGE_LIMIT, signal });
  while (pages.more && !reaches(pages, end) && pages.thoughts.length < most) {
    const page = await read({ size: PAGE_LIMIT, after: pages.thoughts.at(-1), signal });
    pages.thoughts.push(...page.thoughts);
    pages.more = page.more;
  }
  return pages;
}

function reaches({ thoughts }: Page, end: Thought): boolean {
  const last = thoughts.at(-1);
  return last !== undefined && newestFirst(last, end) >= 0;
}

/** Reads one older page after the other, until so many thoughts are there as are wanted by then. */
async function readOlder(
  { contents, read, onPage }: LoaderOptions,
  wanted: () => number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted && lacks(contents, wanted()) > 0) {
    const size = Math.min(lacks(contents, wanted()), PAGE_LIMIT);
    contents.beginReading();
    const after = contents.edge();
    const page = await retry(signal, () => read({ size, after, signal }));
    if (page === undefined) return;
    // The window was shrunk meanwhile, and this page follows it no more.
    if (contents.edge() !== after) continue;
    contents.append(page);
    onPage('end');
  }
}

/** How many thoughts there could be more, of those that are wanted. */
function lacks(contents: WindowContents, wanted: number): number {
  return contents.more() ? wanted - contents.thoughts().length : 0;
}
