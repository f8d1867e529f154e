import { join } from 'node:path';
import { startProcess, type ServerProcess, type Target } from '#bench/start-process.ts';
import { makeFolder } from '#bench/temporary-folder.ts';

export interface Floor extends Target, ServerProcess {
  folder: string;
}

/** When the floor syncs posts to disk: after each one, or when SQLite chooses to. */
export type Synchronous = 'full' | 'normal';

/** Starts the floor: a bare node:http server over a folder and at a port, of its own if none are given. */
export async function startFloor(
  synchronous: Synchronous = 'normal',
  folder = makeFolder(),
  port = 0,
): Promise<Floor> {
  const server = await startProcess(join(import.meta.dirname, 'main.ts'), [
    folder,
    synchronous,
    String(port),
  ]);
  return { ...server, folder, cookies: [''] };
}
