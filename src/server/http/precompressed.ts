import { existsSync, readFileSync } from 'node:fs';
import type { Encoding } from './content-encoding.ts';

/** How the names of a file and of what the build compressed of it end. */
const ENDINGS = { identity: '', br: '.br', gzip: '.gz' } as const;

/** The name of a file's copy in an encoding. */
export function copyOf(file: string, encoding: Encoding): string {
  return file + ENDINGS[encoding];
}

/** Reads a file and the compressed copies there are of it, at once: for the start of the server. */
export function readCopies(file: string): Map<Encoding, Buffer> {
  const copies = new Map<Encoding, Buffer>([['identity', readFileSync(file)]]);
  for (const encoding of ['br', 'gzip'] as const) {
    const copy = copyOf(file, encoding);
    if (existsSync(copy)) copies.set(encoding, readFileSync(copy));
  }
  return copies;
}
