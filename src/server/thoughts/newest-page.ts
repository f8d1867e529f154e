import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { createLazy } from '#shared/backoff.ts';
import { PAGE_SIZE } from '#shared/limits.ts';
import type { Database } from '#server/database/database.ts';
import type { Encoding } from '#server/http/content-encoding.ts';
import type { ChangeLog } from './change-log.ts';
import type { ThoughtStore } from './thought-store.ts';

/** Compresses about as well as higher qualities do, in a fraction of their time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

type EncodedPage = Record<Encoding, () => Promise<Buffer>>;

/** Returns the function that gives the feed's newest page, encoded once from one change to the next. */
export function createNewestPage(
  thoughts: ThoughtStore,
  log: ChangeLog,
  events: Database['events'],
): (encoding: Encoding) => Promise<Buffer> {
  let last: { page: EncodedPage; position: string } | null = null;
  const read = async (): Promise<EncodedPage> => {
    // Nothing that the page holds can change without a change in the log, nor that without a commit.
    if (last !== null && (await log.position()) === last.position) return last.page;
    const newest = await thoughts.list({ limit: PAGE_SIZE });
    const page = encodePage(Buffer.from(JSON.stringify(newest)));
    last = { page, position: newest.position };
    return page;
  };
  let current = createLazy(read);
  events.on('commit', () => {
    // What is being read then may lack the commit, which who asks from now on has to see.
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
