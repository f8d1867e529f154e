import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { startProcess, type ServerProcess, type Target, HOST } from '#bench/start-process.ts';
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

const PAGE = '<!doctype html><title>Bare page</title><script src="/script.js" defer></script>';
const SHOW =
  "document.body.append(Object.assign(document.createElement('article'), { textContent: 'Hello' }))";

/** Serves a page with one script of a given weight, which then shows a card: two round trips. */
export async function startBarePage(bytes: number) {
  // Random, so that no layer in between can compress it.
  const weight = randomBytes(bytes)
    .toString('base64')
    .slice(0, Math.max(0, bytes - PAGE.length));
  const script = `//${weight}\n${SHOW}`;
  const server = createServer((request, response) => {
    const isScript = request.url === '/script.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : PAGE);
  });
  server.listen(0, HOST);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return {
    port: address.port,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
