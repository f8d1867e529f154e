import { chmodSync, closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

const FILE_MODE = 0o600;

/** Creates a file if it does not exist, and makes it readable by this user only. */
export function makePrivateFile(file: string): void {
  // SQLite gives its files beside this one the same mode.
  closeSync(openSync(file, 'a', FILE_MODE));
  try {
    chmodSync(file, FILE_MODE);
  } catch {
    // The file belongs to another user, who decides on its mode.
  }
}

/** Writes a new file under a temporary name first, so that it is complete or absent. */
export async function writeNewFile(
  target: string,
  write: (file: string) => void | Promise<void>,
): Promise<void> {
  if (existsSync(target)) throw new Error(`${target} exists already: name another file.`);
  const folder = dirname(target);
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}.`);
  const unfinished = `${target}.unfinished-${process.pid}`;
  try {
    makePrivateFile(unfinished);
    await write(unfinished);
    renameDurably(unfinished, target);
  } finally {
    // SQLite leaves a journal when the disk is full.
    for (const end of ['', '-journal']) rmSync(unfinished + end, { force: true });
  }
}

/** Renames a finished file so that after a power cut it is complete or absent. */
export function renameDurably(from: string, to: string): void {
  sync(from);
  renameSync(from, to);
  sync(dirname(to));
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
