import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

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
