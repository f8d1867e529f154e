import { chmodSync, closeSync, existsSync, fsyncSync, openSync, renameSync } from 'node:fs';
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

/** Throws with a message for the operator unless a file of a name can be made anew. */
export function requireNewFile(file: string): void {
  if (existsSync(file)) throw new Error(`${file} exists already: name another file.`);
  const folder = dirname(file);
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}.`);
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
