import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createApp } from './create-app.ts';
import { findFreePort } from './free-port.ts';
import { listen } from './listen.ts';
import type { App } from './valibot-routes.ts';

/** Where Linux keeps how many connections may wait. */
const QUEUE_LIMIT = '/proc/sys/net/core/somaxconn';
const ADDRESSES = ['127.0.0.1', '::1'];
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

describe.each(ADDRESSES)('at %s of two', (host) => {
  test('a connection that is no HTTP is answered and closed, whatever the other side does', async () => {
    const { app, port } = await serve();
    const accepted = once(app.server, 'connection');
    const socket = open(port, host);
    const [connection]: Socket[] = await accepted;
    socket.write('these are not the words\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 .*\{"code":"malformed-request"\}$/su);
    if (connection?.destroyed === false) await once(connection, 'close');
  });

  test('nothing is written into an answer under way', async () => {
    const { port } = await serve();
    const socket = open(port, host);
    socket.write('GET /stream HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await once(socket, 'readable');
    socket.write('these are not the words\r\n\r\n');
    expect(await text(socket)).toMatch(/begun\r\n$/u);
  });

  test('a connection is closed when it has been silent for a minute', async () => {
    const { app, port } = await serve();
    const accepted = once(app.server, 'connection');
    open(port, host);
    const [socket]: Socket[] = await accepted;
    expect(socket?.timeout).toBe(60_000);
  });

  test('a connection that asks on and on before its first answer has ended is cut', async () => {
    const { port } = await serve();
    const stream = 'GET /stream HTTP/1.1\r\nhost: localhost\r\n\r\n';
    const [some, many] = [open(port, host), open(port, host)];
    some.write(stream.repeat(50));
    await once(some, 'readable');
    many.write(stream.repeat(51));
    await once(many.resume(), 'end');
    expect(String(some.read())).toMatch(/begun/u);
    expect(some.readableEnded).toBe(false);
  });

  test('closing finishes the request under way, and waits for no idle connection', async () => {
    // Those who stay too long are cut by a timer, which here never fires.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    cleanUps.push(() => vi.useRealTimers());
    const { app, port } = await serve();
    const [idle, busy] = [open(port, host), open(port, host)];
    const asked = once(app.server, 'request');
    busy.write('POST /echo HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n');
    busy.write('content-length: 3\r\n\r\n"');
    await asked;
    const closed = app.close();
    await once(idle.resume(), 'end');
    busy.write('x"');
    expect(await text(busy)).toMatch(/^HTTP\/1\.1 200 .*"x"$/su);
    await closed;
    expect(vi.getTimerCount()).toBe(0);
    await expect(once(open(port, host), 'connect')).rejects.toThrow('ECONNREFUSED');
  });

  test('closing cuts a request that does not end within five seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    cleanUps.push(() => vi.useRealTimers());
    const { app, port } = await serve();
    const [idle, busy] = [open(port, host), open(port, host)];
    const asked = once(app.server, 'request');
    busy.write('POST /echo HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n');
    busy.write('content-length: 3\r\n\r\n"');
    await asked;
    const closed = app.close();
    await once(idle.resume(), 'end');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await text(busy)).toBe('');
    await closed;
  });

  test('a thousand readers that come back at once all wait to be accepted', async (context) => {
    const most = existsSync(QUEUE_LIMIT) ? Number(readFileSync(QUEUE_LIMIT, 'utf8')) : 0;
    if (most < 1_000) return context.skip(`This system lets only ${most} wait.`);
    const { port } = await serve();
    const script = `
      import { connect } from 'node:net';
      let connected = 0;
      for (let n = 0; n < 1_000; n += 1) {
        connect(${port}, '${host}').once('connect', () => (connected += 1));
      }
      const end = () => process.stdout.write(String(connected), () => process.exit());
      setInterval(() => connected === 1_000 && end(), 20);
      setTimeout(end, 5_000);`;
    // The server can accept nobody meanwhile, as when it starts.
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    expect(stdout).toBe('1000');
  });

  test('a port in use is refused', async () => {
    const port = await findFreePort(host);
    const other = createServer().listen(port, host);
    await once(other, 'listening');
    cleanUps.push(() => other.close());
    const app = await create();
    await expect(listen(app, { addresses: ADDRESSES, port })).rejects.toThrow('EADDRINUSE');
  });
});

async function create(): Promise<App> {
  const app = await createApp({
    publicURL: 'http://localhost',
    cookieSecret: 'secret',
    trustProxy: [],
    log: null,
  });
  cleanUps.push(() => app.close());
  app.post('/echo', async ({ body }, reply) => reply.send(JSON.stringify(body)));
  app.get('/stream', (_request, reply) => {
    reply.hijack();
    reply.raw.write('begun');
  });
  return app;
}

async function serve(): Promise<{ app: App; port: number }> {
  const app = await create();
  const port = await findFreePort('127.0.0.1');
  await listen(app, { addresses: ADDRESSES, port });
  return { app, port };
}

/** Opens a connection that closes its side only when the test is over. */
function open(port: number, host: string): Socket {
  const socket = connect({ port, host, allowHalfOpen: true });
  socket.on('error', () => undefined);
  cleanUps.push(() => socket.destroy());
  return socket;
}
