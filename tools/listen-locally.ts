import type { Server as HttpServer } from 'node:http';
import type { Server as NetServer } from 'node:net';

/** Lets a server listen on 127.0.0.1, on a free port unless one is given; returns the port. */
export async function listenLocally(server: NetServer, wanted = 0): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(wanted, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}

/** Closes a server and the connections that are still open. */
export async function closeServer(server: HttpServer): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
