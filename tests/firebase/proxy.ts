import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listenLocally } from '#server/testing/local-server.ts';
import type { Service } from './official-emulators.ts';

/** Opens a proxy of a service on a free port of 127.0.0.1, which can be cut, closed and opened again. */
export async function openProxy(target: Service) {
  const clients = new Set<Socket>();
  let answers = '';
  const server = createServer((client) => {
    const service = connect(target.port, target.host);
    clients.add(client);
    client.once('close', () => clients.delete(client));
    for (const [from, to] of [
      [client, service],
      [service, client],
    ] as const) {
      from.on('error', () => {}).once('close', () => to.destroy());
      from.pipe(to);
    }
    service.on('data', (chunk) => (answers += chunk.toString('latin1')));
  });
  const cut = (): void => clients.forEach((client) => client.destroy());
  const port = await listenLocally(server);
  return {
    service: { host: '127.0.0.1', port },
    /** How often a piece of text occurred in the service's answers. */
    count: (piece: string) => answers.split(piece).length - 1,
    cut,
    stop: async () => {
      if (!server.listening) return;
      const closed = once(server.close(), 'close');
      cut();
      await closed;
    },
    start: async () => {
      if (!server.listening) await listenLocally(server, port);
    },
  };
}
