import { expect, onTestFinished, test } from 'vitest';
import { createApp } from './create-app.ts';
import { replyNotFound } from './error-handler.ts';

const BOARD = 'https://board.example';

test.each([
  { from: '::1', trustProxy: ['127.0.0.1'] },
  { from: '127.0.0.1', trustProxy: [] },
  { from: '::ffff:10.1.2.3', trustProxy: ['127.0.0.1', '::1'] },
  { from: '172.17.0.1', trustProxy: ['127.0.0.1'] },
  { from: '192.168.1.1', trustProxy: ['127.0.0.1'] },
  { from: 'fd00::7', trustProxy: ['127.0.0.1'] },
])('a proxy at $from is named once where $trustProxy is trusted', async ({ from, trustProxy }) => {
  const { forward, logged } = await create({ trustProxy });
  await forward(from);
  await forward(from);
  expect(logged()).toEqual([
    expect.objectContaining({
      level: 40,
      msg: 'a proxy is not trusted',
      reason: expect.stringContaining(`comes from ${from}, which TRUST_PROXY does not name`),
    }),
  ]);
});

test.each([
  { case: 'a trusted proxy', from: '::1', trustProxy: ['127.0.0.1', '::1'] },
  { case: 'a visitor who makes it up', from: '198.51.100.7', trustProxy: ['127.0.0.1'] },
])('$case is not warned of', async ({ from, trustProxy }) => {
  const { forward, logged } = await create({ trustProxy });
  await forward(from);
  expect(logged()).toEqual([]);
});

test('on this computer alone nothing is warned of', async () => {
  const { forward, logged } = await create({ publicURL: 'http://localhost:3000', trustProxy: [] });
  await forward('127.0.0.1');
  expect(logged()).toEqual([]);
});

test('a request that names no visitor is not warned of', async () => {
  const { forward, logged } = await create({ trustProxy: [] });
  await forward('127.0.0.1', {});
  expect(logged()).toEqual([]);
});

interface Given {
  publicURL?: string;
  trustProxy: string[];
}

async function create({ publicURL = BOARD, trustProxy }: Given) {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const log = { level: 'warn', stream } as const;
  const app = await createApp({ publicURL, cookieSecret: 'secret', trustProxy, log });
  onTestFinished(() => app.close());
  app.setNotFoundHandler(replyNotFound);
  return {
    forward: (
      remoteAddress: string,
      headers: Record<string, string> = { 'x-forwarded-for': '203.0.113.9' },
    ) => app.inject({ url: '/', remoteAddress, headers }),
    logged: () => lines.map((line): unknown => JSON.parse(line)),
  };
}
