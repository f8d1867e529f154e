import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { createLazy } from '#shared/lazy.ts';
import { PAGE_SIZE } from '#shared/limits.ts';
import type { Database } from '#server/database/database.ts';
import type { Encoding } from '#server/http/content-encoding.ts';
import type { ChangeLog } from './change-log.ts';
import type { ThoughtStore } from './thought-store.ts';

/** Compresses about as well as higher qualities, in a fraction of their time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

type EncodedPage = Record<Encoding, () => Promise<Buffer>>;

/** Returns the function that reads the feed's newest page, which is encoded once after each change. */
export function createNewestPage(
  thoughts: ThoughtStore,
  log: ChangeLog,
  events: Database['events'],
): (encoding: Encoding) => Promise<Buffer> {
  let last: { page: EncodedPage; position: string } | null = null;
  const read = async (): Promise<EncodedPage> => {
    // The page can't change without a change in the log.
    if (last !== null && (await log.position()) === last.position) return last.page;
    const newest = await thoughts.list({ limit: PAGE_SIZE });
    const page = encodePage(Buffer.from(JSON.stringify(newest)));
    last = { page, position: newest.position };
    return page;
  };
  let current = createLazy(read);
  events.on('commit', () => {
    // A read in progress may lack the commit, which later callers must see.
    current = createLazy(read);
  });
  return async (encoding) => (await current())[encoding]();
}

function encodePage(json: Buffer): EncodedPage {
  return {
    br: createLazy(() => promisify(brotliCompress)(json, BROTLI)),
    gzip: createLazy(() => promisify(gzip)(json)),
    identity: async () => json,
  };
}
