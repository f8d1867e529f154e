import { join } from 'node:path';
import { startProcess, type ServerProcess } from '#bench/start-process.ts';

/** Starts the product's process over a data folder or a PostgreSQL, at a port of its own or the one given. */
export function serveBoard(place: string, port = 0): Promise<ServerProcess> {
  return startProcess(join(import.meta.dirname, 'serve.ts'), [place, String(port)]);
}
