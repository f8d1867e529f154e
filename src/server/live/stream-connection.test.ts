import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { closeServer, listenLocally } from '#tools/listen-locally.ts';
import { ResponseConnection } from './stream-connection.ts';

test('a stream whose reader takes nothing is known to wait, and ends two seconds after its end', async () => {
  const server = createServer();
  const port = await listenLocally(server);
  onTestFinished(() => closeServer(server));
  // Whoever waits for an answer, and then does not read it, takes nothing.
  const answer = once(
    get({ port }).on('error', () => {}),
    'response',
  );
  const [, response] = await once(server, 'request');
  const connection = new ResponseConnection(response);
  // How much the system takes differs: the connection waits once a part is left.
  while (connection.bufferedBytes() < 2 ** 20) {
    connection.write(Buffer.alloc(2 ** 20));
    await setImmediate();
  }
  connection.end(Buffer.from('the end'));
  await once(response, 'close');
  // What the response says of its own end differs between versions of Node.
  const [taken] = await answer;
  expect(taken.complete).toBe(false);
});
