import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';

const FILE_MODE = 0o600;

/** Whether a file exists; unlike `existsSync`, it throws where this user may not look. */
export function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

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

/** Copies a file for this user only, and to be written: a copy has the rights of what it was made from. */
export function copyPrivately(from: string, to: string): void {
  copyFileSync(from, to);
  chmodSync(to, FILE_MODE);
}

/** Writes a new file under a temporary name first, so that it is complete or absent. */
export async function writeNewFile(
  target: string,
  write: (file: string) => void | Promise<void>,
): Promise<void> {
  if (isThere(target)) throw new Error(`${target} exists already: name another file.`);
  const folder = dirname(target);
  if (!isThere(folder)) throw new Error(`There is no folder ${folder}.`);
  accessSync(folder, constants.W_OK);
  const unfinished = `${target}.unfinished-${crypto.randomUUID()}`;
  // `wx` refuses an existing file, which may be a link that somebody has planted.
  closeSync(openSync(unfinished, 'wx', FILE_MODE));
  try {
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
