import { once } from 'node:events';
import { createServer, request as open } from 'node:http';

/** Starts the proxy of a browser, which takes it offline by cutting all its connections. */
export async function startProxy() {
  let isOffline = false;
  const server = createServer((request, response) => {
    if (isOffline) {
      request.socket.destroy();
      return;
    }
    const { method, headers, url = '' } = request;
    const forward = open(url, { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.statusMessage, answer.headers);
      response.flushHeaders();
      answer.pipe(response);
      answer.once('error', () => response.destroy());
    });
    forward.once('error', () => request.socket.destroy());
    response.once('close', () => forward.destroy());
    request.pipe(forward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    setOffline: (offline: boolean) => {
      isOffline = offline;
      if (offline) server.closeAllConnections();
    },
    close: async () => {
      const closed = once(server.close(), 'close');
      server.closeAllConnections();
      await closed;
    },
  };
}
