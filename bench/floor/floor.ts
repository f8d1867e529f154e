import { join } from 'node:path';
import { startProcess, type ServerProcess } from '#bench/server-process.ts';
import type { Target } from '#bench/target.ts';
import { makeFolder } from '#bench/temporary-folder.ts';

export type Floor = Target & ServerProcess;

/** How the floor makes a post durable: after each, or when SQLite sees fit. */
export type Synchronous = 'full' | 'normal';

/** Starts the floor: a bare node:http server over a folder of its own. */
export async function startFloor(
  synchronous: Synchronous = 'normal',
  folder = makeFolder(),
): Promise<Floor> {
  const server = await startProcess(join(import.meta.dirname, 'main.ts'), [folder, synchronous]);
  return { ...server, cookies: [''] };
}
