import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createClientErrorHandler } from './client-error-handler.ts';

test.each(['', 'GET / HTTP/1.1\r\nhost: loc'])(
  'a connection that sends no more than %j is closed, though its other side stays open',
  async (sent) => {
    const server = createServer({ headersTimeout: 50, connectionsCheckingInterval: 20 });
    server.on('clientError', createClientErrorHandler({})).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const accepted = once(server, 'connection');
    const { port } = addressOf(server.address());
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.write(sent);
    const [connection]: Socket[] = await accepted;
    if (connection?.destroyed === false) await once(connection, 'close');
    expect(connection?.destroyed).toBe(true);
    socket.destroy();
    server.close();
  },
);

test.each([
  ['GET', '{"code":"malformed-request"}'],
  ['HEAD', ''],
])('the answer to a %s that is no request has the body %j', async (method, body) => {
  const server = createServer();
  server.on('clientError', createClientErrorHandler({})).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect({ port: addressOf(server.address()).port, host: '127.0.0.1' });
  socket.write(Buffer.from(`${method} /\u00ff HTTP/1.1\r\nhost: localhost\r\n\r\n`, 'latin1'));
  const [, received] = String(Buffer.concat(await socket.toArray())).split('\r\n\r\n');
  expect(received).toBe(body);
  server.close();
});

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address;
}
