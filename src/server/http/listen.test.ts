import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createApp } from './create-app.ts';
import { findFreePort } from '#tests/server/local-server.ts';
import { finishRequests, listen, ownOrigin } from './listen.ts';
import type { App } from './valibot-routes.ts';

const HOST = '127.0.0.1';

test('closing cuts a request that does not end within five seconds, and answers others until then', async () => {
  const { app, port } = await serve();
  const requested = once(app.server, 'request');
  const body = new ReadableStream({ start: (sent) => sent.enqueue(Buffer.from('"')) });
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body, duplex: 'half' };
  const echo = `http://${HOST}:${port}/echo`;
  const busy = fetch(echo, init);
  await requested;
  const late = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
  const closed = app.close();
  await vi.waitUntil(() => timeout.mock.calls.length > 0);
  expect(timeout).toHaveBeenCalledExactlyOnceWith(5_000);
  const other = await fetch(echo, { method: 'POST', headers, body: '"other"' });
  expect([other.status, await other.json()]).toEqual([200, 'other']);
  late.abort();
  await expect(busy).rejects.toThrow('fetch failed');
  await closed;
});

test('closing waits for no request that has ended', async () => {
  const { app, port } = await serve();
  await (await fetch(`http://${HOST}:${port}/none`)).text();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
  await expect(app.close()).resolves.toBeUndefined();
});

test.each([
  ['EADDRINUSE', /^Port 3000 is in use.* PORT to another, like 3001\.$/u],
  ['EACCES', /^Port 3000 is not allowed/u],
  ['ENOTFOUND', /^LISTEN_HOST is 127\.0\.0\.1, which/u],
  ['EPERM', /^failed$/u],
])('%s is explained by what to do', async (code, said) => {
  const { app } = await serve();
  vi.spyOn(app, 'listen').mockRejectedValue(Object.assign(new Error('failed'), { code }));
  await expect(listen(app, HOST, 3000)).rejects.toThrow(said);
});

test.for(['127.0.0.1', '::1'])(
  'a port that another program has at %s is in use, as a browser may look there',
  async (address, { skip }) => {
    const port = await findFreePort(HOST);
    const other = createServer();
    onTestFinished(() => void other.close());
    const isListening = await once(other.listen(port, address), 'listening').catch(() => false);
    if (isListening === false) return skip(`This computer has no ${address}.`);
    const app = await createApp({ publicURL: 'http://localhost', trustProxy: [], log: null });
    onTestFinished(() => app.close());
    await expect(listen(app, 'localhost', port)).rejects.toThrow(`Port ${port} is in use`);
  },
);

async function serve(): Promise<{ app: App; port: number }> {
  const app = await createApp({ publicURL: 'http://localhost', trustProxy: [], log: null });
  onTestFinished(() => app.close());
  finishRequests(app, () => {});
  app.post('/echo', async ({ body }, reply) => reply.send(JSON.stringify(body)));
  const port = await findFreePort(HOST);
  await listen(app, HOST, port);
  return { app, port };
}

test.each([
  ['localhost', 'http://localhost:3000'],
  ['0.0.0.0', 'http://localhost:3000'],
  ['127.0.0.2', 'http://127.0.0.2:3000'],
  ['2001:db8:0::7', 'http://[2001:db8::7]:3000'],
  ['fe80::7%1', 'http://[fe80::7]:3000'],
])('a server at %s is found at %s', (host, origin) => {
  expect(ownOrigin(host, 3000)).toBe(origin);
});

test('fifty requests that come at once over a connection are answered, one more closes it', async () => {
  const { port } = await serve();
  const send = (count: number) => {
    const socket = connect(port, HOST).on('error', () => {});
    onTestFinished(() => void socket.destroy());
    let received = '';
    socket.setEncoding('latin1').on('data', (text: string) => (received += text));
    socket.write('GET /many HTTP/1.1\r\nHost: board\r\n\r\n'.repeat(count));
    return {
      answers: () => received.split('HTTP/1.1 404').length - 1,
      closed: once(socket, 'close'),
    };
  };
  const [fifty, more] = [send(50), send(51)];
  await more.closed;
  expect(more.answers()).toBeLessThanOrEqual(50);
  await vi.waitFor(() => expect(fifty.answers()).toBe(50));
});
