import { join } from 'node:path';
import { startProcess, type ServerProcess } from '#bench/start-process.ts';

/** Starts the product's process over a data folder, at a port of its own or the one given. */
export function serveFolder(folder: string, port = 0): Promise<ServerProcess> {
  return startProcess(join(import.meta.dirname, 'serve.ts'), [folder, String(port)]);
}
