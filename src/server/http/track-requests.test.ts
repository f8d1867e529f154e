import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { findFreePort } from './free-port.ts';
import { trackRequests } from './track-requests.ts';

test('a connection is counted with its requests, and forgotten when it breaks off under an answer', async () => {
  const ended = Promise.withResolvers<void>();
  const server = createServer((_request, response) => {
    response.on('close', ended.resolve);
    response.write('the beginning');
  });
  onTestFinished(() => void server.close());
  const { counts } = trackRequests(server);
  const port = await findFreePort('127.0.0.1');
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const client = connect({ port, host: '127.0.0.1' });
  client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await once(client, 'data');
  expect([...counts.values()]).toEqual([1]);
  client.destroy();
  // It is told after the connection's end.
  await ended.promise;
  expect(counts.size).toBe(0);
});
