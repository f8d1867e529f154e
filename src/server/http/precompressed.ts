import { readFile } from 'node:fs/promises';
import type { Encoding } from './content-encoding.ts';

/** How the names of a file and of what the build compressed of it end. */
const ENDINGS = { identity: '', br: '.br', gzip: '.gz' } as const;

/** The name of a file's copy in an encoding. */
export function copyOf(file: string, encoding: Encoding): string {
  return file + ENDINGS[encoding];
}

/** Reads a file and the compressed copies there are of it. */
export async function readCopies(file: string): Promise<Map<Encoding, Buffer>> {
  const copies = new Map<Encoding, Buffer>([['identity', await readFile(file)]]);
  for (const encoding of ['br', 'gzip'] as const) {
    const copy = await readFile(copyOf(file, encoding)).catch(() => null);
    if (copy !== null) copies.set(encoding, copy);
  }
  return copies;
}
