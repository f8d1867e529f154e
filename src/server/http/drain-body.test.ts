import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Problem } from '#shared/problem.ts';
import { hookOf } from './checks.ts';
import { createApp } from './create-app.ts';
import { replyNotFound } from './error-handler.ts';
import { findFreePort } from './free-port.ts';
import { listen } from './listen.ts';
import type { App } from './valibot-routes.ts';

const NEXT = 'GET /open HTTP/1.1\r\nhost: localhost\r\n\r\n';
const REFUSED = 'PUT /refused HTTP/1.1\r\nhost: localhost\r\n';
/** Longer than what Node reads of a connection at once. */
const LONG = 'x'.repeat(100_000);

let app: App;
let port: number;

beforeAll(async () => {
  app = await createApp({
    publicURL: 'http://localhost',
    cookieSecret: 'secret',
    trustProxy: [],
    log: null,
  });
  app.put('/refused', { onRequest: hookOf(refuse) }, answer);
  app.put('/refused-later', { onRequest: async () => pause(1).then(refuse) }, answer);
  app.put('/thing/:id', answer);
  app.post('/echo', answer);
  app.get('/open', (_request, reply) => reply.send('open'));
  app.setNotFoundHandler(replyNotFound);
  port = await findFreePort('127.0.0.1');
  await listen(app, { addresses: ['127.0.0.1'], port });
});
afterAll(() => app.close());

describe.concurrent('when the body does not arrive, the connection ends with', () => {
  test.for([
    ['a refusal', 'PUT', '/refused', 401],
    ['a refusal after a wait', 'PUT', '/refused-later', 401],
    ['the answer to a read', 'GET', '/open', 200],
    ['the refusal of a path that is not there', 'PUT', '/nothing', 404],
    ['the refusal of a path that is too long', 'PUT', `/thing/${'x'.repeat(101)}`, 400],
    ['the refusal of its type', 'POST', '/echo', 415],
  ] as const)('%s', async ([, method, path, status], { onTestFinished }) => {
    const { socket, received } = open();
    onTestFinished(() => void socket.destroy());
    socket.write(`${method} ${path} HTTP/1.1\r\nhost: localhost\r\n`);
    socket.write('content-type: text/x\r\ncontent-length: 50\r\n\r\nx');
    await once(socket, 'end');
    expect(received()).toContain(`HTTP/1.1 ${status} `);
    expect(received()).toMatch(/\r\nconnection: close\r\n/iu);
  });

  test.for(['transfer-encoding: chunked', 'content-length: 50\r\nexpect: x'])(
    'a refusal, announced by %j',
    async (header, { onTestFinished }) => {
      const { socket, received } = open();
      onTestFinished(() => void socket.destroy());
      socket.write(`${REFUSED}${header}\r\n\r\n`);
      await once(socket, 'end');
      expect(received()).toMatch(/^HTTP\/1\.1 401 .*\r\nconnection: close\r\n/isu);
    },
  );
});

test.for([0, 100])(
  'a refused body that arrives within %i ms does not end up in the next request',
  async (delay, { onTestFinished }) => {
    const { socket, received } = open();
    onTestFinished(() => void socket.destroy());
    socket.write(`${REFUSED}content-length: ${LONG.length}\r\n\r\n${LONG.slice(1)}`);
    await pause(delay);
    socket.write(`x${NEXT}`);
    await vi.waitFor(() => expect(received()).toMatch(/^HTTP\/1\.1 401 .*HTTP\/1\.1 200 /su));
    expect(received()).not.toMatch(/connection: close/iu);
  },
);

test.for(['', 'content-length: 0\r\n'])(
  'a refusal of a request without a body, by %j, keeps the connection',
  async (header, { onTestFinished }) => {
    const { socket, received } = open();
    onTestFinished(() => void socket.destroy());
    socket.write(`${REFUSED}${header}\r\n${NEXT}`);
    await vi.waitFor(() => expect(received()).toMatch(/^HTTP\/1\.1 401 .*HTTP\/1\.1 200 /su));
    expect(received()).not.toMatch(/connection: close/iu);
  },
);

function refuse(): never {
  throw new Problem('signed-out');
}

function answer(): string {
  return '';
}

/** Opens a connection that closes its side only when the test is over. */
function open(): { socket: Socket; received: () => string } {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let text = '';
  socket.on('data', (bytes) => (text += String(bytes)));
  return { socket, received: () => text };
}
