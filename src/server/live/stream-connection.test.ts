import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { closeServer, listenLocally } from '#server/testing/local-server.ts';
import { ResponseConnection } from './stream-connection.ts';

test('a stream whose reader takes nothing is known to wait, and ends two seconds after its end', async () => {
  const server = createServer();
  const port = await listenLocally(server);
  onTestFinished(() => closeServer(server));
  get({ port }, () => {}).on('error', () => {});
  const [, response] = await once(server, 'request');
  const connection = new ResponseConnection(response);
  connection.write(Buffer.alloc(2 ** 24));
  await vi.waitFor(() => expect(connection.bufferedBytes()).toBeGreaterThan(2 ** 20));
  connection.end(Buffer.from('the end'));
  await once(response, 'close');
});
