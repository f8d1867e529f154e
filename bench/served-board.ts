import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { seedFolder, type SeededFolder } from './seeded-folder.ts';

/** A seeded board, served by a process of its own. */
export interface ServedBoard extends SeededFolder {
  origin: string;
  close: () => Promise<void>;
}

/** Serves a board with that many signed-in people and thoughts. */
export async function serveBoard(people: number, thoughts: number): Promise<ServedBoard> {
  const seeded = await seedFolder(people, thoughts);
  const child = fork(join(import.meta.dirname, 'serve.ts'), [seeded.folder]);
  const ended = once(child, 'exit');
  const [origin]: unknown[] = await Promise.race([once(child, 'message'), ended]);
  if (typeof origin !== 'string') throw new Error('The server did not start.');
  return {
    ...seeded,
    origin,
    close: async () => {
      if (child.connected) child.disconnect();
      await ended;
      await rm(seeded.folder, { recursive: true });
    },
  };
}
