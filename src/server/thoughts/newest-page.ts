import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { createLazy } from '#shared/lazy.ts';
import { PAGE_SIZE } from '#shared/limits.ts';
import type { Database } from '#server/database/database.ts';
import type { Encoded } from '#server/http/content-encoding.ts';
import type { ThoughtStore } from './thought-store.ts';

/** Compresses about as well as higher qualities, in a fraction of their time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Returns the function that reads the feed's newest page, which is encoded once after each change. */
export function createNewestPage(
  thoughts: Pick<ThoughtStore, 'list'>,
  events: Database['events'],
): () => Promise<Encoded> {
  const read = async (): Promise<Encoded> => {
    const identity = Buffer.from(JSON.stringify(await thoughts.list({ limit: PAGE_SIZE })));
    return { identity, br: await promisify(brotliCompress)(identity, BROTLI) };
  };
  let current = createLazy(read);
  const renew = (): void => {
    // A read in progress may lack the change, which later callers must see.
    current = createLazy(read);
  };
  events.on('commit', renew).on('changes', renew);
  return () => current();
}
