import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { PAGE_SIZE } from '#shared/limits.ts';
import type { ChangeLog } from './change-log.ts';
import type { ThoughtStore } from './thought-store.ts';

/** Compresses about as well as higher qualities do, in a fraction of their time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const COMPRESSORS = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
  identity: (bytes: Buffer) => Promise.resolve(bytes),
};
export type Encoding = keyof typeof COMPRESSORS;

/** The feed's newest page as it travels: the same bytes for everybody. */
export interface EncodedPage {
  /** Its entity tag in an encoding. */
  etag: (encoding: Encoding) => string;
  bytes: (encoding: Encoding) => Promise<Buffer>;
}

export interface NewestPageOptions {
  thoughts: ThoughtStore;
  log: ChangeLog;
  /** Calls back after each commit, before it is acknowledged. */
  onCommit: (listener: () => void) => void;
}

/** Returns the function that gives the newest page, encoded once from one change to the next. */
export function createNewestPage(options: NewestPageOptions): () => EncodedPage {
  const { thoughts, log, onCommit } = options;
  let position = '';
  let page: EncodedPage | null = null;
  let isChecked = false;
  onCommit(() => {
    isChecked = false;
  });
  return () => {
    // Nothing that the page holds can change without a change in the log, nor that without a commit.
    const isCurrent = isChecked || log.position() === position;
    isChecked = true;
    if (page !== null && isCurrent) return page;
    const read = thoughts.list({ limit: PAGE_SIZE });
    position = read.position;
    page = encodePage(Buffer.from(JSON.stringify(read)));
    return page;
  };
}

function encodePage(json: Buffer): EncodedPage {
  const hash = createHash('sha256').update(json).digest('base64url').slice(0, 22);
  const encoded: Partial<Record<Encoding, Promise<Buffer>>> = {};
  return {
    etag: (encoding) => `"${hash}-${encoding}"`,
    bytes: (encoding) => (encoded[encoding] ??= COMPRESSORS[encoding](json)),
  };
}
