import { chmodSync, closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

const FILE_MODE = 0o600;

/** Creates a file that only this user may read, unless it is there, and takes it from the others. */
export function makePrivateFile(file: string): void {
  // SQLite gives the files beside it the same mode.
  closeSync(openSync(file, 'a', FILE_MODE));
  try {
    chmodSync(file, FILE_MODE);
  } catch {
    // It is another user's, who decides on it.
  }
}

/** Has a new file written under another name first, so that it is whole or not there. */
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
    // SQLite leaves a journal where the disk is full.
    for (const end of ['', '-journal']) rmSync(unfinished + end, { force: true });
  }
}

/** Gives a finished file its name, so that after a power cut it is whole or not there. */
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
