import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Encoding } from './content-encoding.ts';

/** The bytes of a file, as it is and as the build compressed it. */
export type Representations = ReadonlyMap<Encoding, Buffer>;

/** How the names of the representations end. */
const ENDINGS = { identity: '', br: '.br', gzip: '.gz' } as const;
const ENCODINGS = ['identity', 'br', 'gzip'] as const;

/**
 * Reads the files in a folder and those below, at once: for the start of a server. By their paths as
 * an address has them; hidden ones are left out.
 */
export function readStaticFiles(folder: string): Map<string, Representations> {
  const names = namesIn(folder);
  const isCompressed = (name: string): boolean =>
    /\.(?:br|gz)$/u.test(name) && names.has(name.slice(0, -3));
  const files = [...names].filter((name) => !isCompressed(name) && !/(?:^|\/)\./u.test(name));
  const readRepresentations = (name: string): Representations => {
    const there = ENCODINGS.filter((encoding) => names.has(name + ENDINGS[encoding]));
    const read = (encoding: Encoding): Buffer =>
      readFileSync(join(folder, name + ENDINGS[encoding]));
    return new Map(there.map((encoding) => [encoding, read(encoding)]));
  };
  return new Map(files.map((name) => [name, readRepresentations(name)]));
}

function namesIn(folder: string): Set<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  return new Set(paths.map((path) => path.replaceAll(sep, '/')));
}
