import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Encoding } from './content-encoding.ts';

/** A file in memory. */
export interface StaticFile {
  /** Its bytes, as they are and as the build compressed them. */
  representations: ReadonlyMap<Encoding, Buffer>;
  /** A weak one, which stands for the file in every encoding. */
  etag: string;
}

/** How the names of what the build compressed end. */
const COMPRESSED = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/**
 * Reads the files in a folder and those below, at once: for the start of a server. By their paths as
 * an address has them; hidden ones are left out.
 */
export function readStaticFiles(folder: string): Map<string, StaticFile> {
  const names = namesIn(folder);
  const isCompressed = (name: string): boolean =>
    /\.(?:br|gz)$/u.test(name) && names.has(name.slice(0, -3));
  const files = [...names].filter((name) => !isCompressed(name) && !/(?:^|\/)\./u.test(name));
  const read = (name: string): Buffer => readFileSync(join(folder, name));
  const readFile = (name: string): StaticFile => {
    const identity = read(name);
    const representations = new Map<Encoding, Buffer>([['identity', identity]]);
    for (const [encoding, ending] of COMPRESSED) {
      if (names.has(name + ending)) representations.set(encoding, read(name + ending));
    }
    return { representations, etag: etagOf(identity) };
  };
  return new Map(files.map((name) => [name, readFile(name)]));
}

function etagOf(bytes: Buffer): string {
  return `W/"${createHash('sha256').update(bytes).digest('base64url')}"`;
}

function namesIn(folder: string): Set<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  return new Set(paths.map((path) => path.replaceAll(sep, '/')));
}
