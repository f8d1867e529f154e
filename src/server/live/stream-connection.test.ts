import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findFreePort } from '#server/testing/local-server.ts';
import { ResponseConnection } from './stream-connection.ts';

test('a stream whose reader takes nothing is known to wait, and ends two seconds after its end', async () => {
  const port = await findFreePort('127.0.0.1');
  const server = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void server.close());
  get({ port }, () => {}).on('error', () => {});
  const [, response] = await once(server, 'request');
  const connection = new ResponseConnection(response);
  connection.write(Buffer.alloc(2 ** 24));
  await vi.waitFor(() => expect(connection.bufferedBytes()).toBeGreaterThan(2 ** 20));
  connection.end(Buffer.from('the end'));
  await once(response, 'close');
});
