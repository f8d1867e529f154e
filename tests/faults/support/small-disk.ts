import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder } from '#server/testing/temporary-folder.ts';

/** A disk of a few MiB that can be filled to its last byte. */
export interface SmallDisk {
  path: string;
  fill: () => void;
  empty: () => void;
  remove: () => void;
}

const BLOCK = 4_096;

/** Mounts a small disk in memory; null where that is not allowed, which takes root on Linux. */
export function mountSmallDisk(): SmallDisk | null {
  const folder = makeTemporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder.path], {
      stdio: 'ignore',
    });
  } catch {
    folder.remove();
    return null;
  }
  const filler = join(folder.path, 'filler');
  return {
    path: folder.path,
    fill: () => {
      const file = openSync(filler, 'a');
      try {
        for (;;) writeSync(file, Buffer.alloc(BLOCK));
      } catch {
        // The disk is full.
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(filler),
    remove: () => {
      execFileSync('umount', ['-l', folder.path]);
      folder.remove();
    },
  };
}
