import { closeSync, existsSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

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
