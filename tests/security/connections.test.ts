import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { signIn } from '#server/testing/sign-in.ts';
import { makeTemporaryFolder } from '#server/testing/temporary-folder.ts';
import {
  createBoardProcess,
  skipWithoutProc,
  type BoardProcess,
} from '#tests/faults/support/board-process.ts';
import { openHostile, streamRequest } from '#tests/faults/support/hostile-connections.ts';
import { openSocket } from '#tests/faults/support/raw-http.ts';

const STREAMS_PER_PERSON = 10;

const folder = makeTemporaryFolder();
let board: BoardProcess;
const opened: Socket[] = [];

beforeAll(async () => {
  board = await createBoardProcess({ dataFolder: folder.path });
  await board.start();
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
});
afterAll(async () => {
  await board.end('SIGTERM');
  folder.remove();
});

test('a connection that sends garbage is closed, though its other side stays', async (context) => {
  skipWithoutProc(context);
  const garbage = Array.from({ length: 50 }, () => openHostile(board.port, 'garbage'));
  opened.push(...garbage);
  await Promise.all(garbage.map((socket) => once(socket, 'end')));
  // What is left are those the server listens on, and a few of other tests.
  await vi.waitFor(() => expect(board.sockets()).toBeLessThan(garbage.length), 5_000);
});

test('the eleventh stream of a person is refused, and taken once another has ended', async () => {
  const cookie = (await person('cyd')).jar.header('/');
  for (let count = 0; count < STREAMS_PER_PERSON; count += 1) {
    expect(await openStream(cookie)).toMatch(/^HTTP\/1\.1 200/u);
  }
  const refused = await openStream(cookie);
  expect(refused).toMatch(/^HTTP\/1\.1 429/u);
  expect(refused).toMatch(/\r\nretry-after: \d+\r\n/iu);
  opened[0]?.destroy();
  await vi.waitFor(async () => {
    expect(await openStream(cookie)).toMatch(/^HTTP\/1\.1 200/u);
  }, 5_000);
});

test('streams whose clients left before they opened take up no place', async () => {
  const cookie = (await person('dan')).jar.header('/');
  for (let count = 0; count < 2 * STREAMS_PER_PERSON; count += 1) {
    const socket = openSocket(board.port);
    socket.write(streamRequest(board.port, cookie), () => socket.destroy());
  }
  for (let count = 0; count < STREAMS_PER_PERSON; count += 1) {
    await vi.waitFor(async () => {
      expect(await openStream(cookie)).toMatch(/^HTTP\/1\.1 200/u);
    }, 5_000);
  }
});

async function person(name: string) {
  return signIn(board.origin, { name, email: `${name}@example.com` });
}

/** Opens a stream that stays open when it is accepted; resolves with the head of the answer. */
async function openStream(cookie: string): Promise<string> {
  const socket = openSocket(board.port);
  opened.push(socket);
  socket.write(streamRequest(board.port, cookie));
  const head = await new Promise<string>((resolve) => {
    socket.once('data', (bytes) => resolve(String(bytes)));
  });
  if (!head.startsWith('HTTP/1.1 200')) socket.destroy();
  return head;
}
