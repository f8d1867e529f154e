import type { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { newTextID } from '#shared/thought.ts';
import { PATHS, STREAM_EVENTS } from '#shared/wire.ts';
import { openConnection } from '#bench/load/raw-connection.ts';
import { openRawStream } from '#bench/load/raw-stream.ts';
import { RefusedError } from '#bench/load/refused-error.ts';
import { signInPeople } from '#bench/product/sign-in-people.ts';
import { requireDescriptors } from '#bench/sides.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { createBoardProcess, skipWithoutProc } from './support/board-process.ts';
import { forEachOf } from './support/pause.ts';
import { amountOf, startTrial } from './support/trial.ts';

const STREAMS_PER_PERSON = 10;
/** Streams that are being opened at a time. */
const AT_ONCE = 50;
/** Streams that are asked for beyond the bound, each by somebody who has none. */
const BEYOND = 20;
/** The time in which a change has to be everywhere, and a place free again. */
const PATIENCE = { timeout: 30_000, interval: 20 };
const CHANGE = `event: ${STREAM_EVENTS.change}\n`;

test('beyond the bound of all streams each is refused for now, and everybody is served', async (context) => {
  skipWithoutProc(context);
  const { progress, report } = startTrial('streams');
  const bound = amountOf('STREAM_BOUND', 10_000);
  requireDescriptors(bound);
  const dataFolder = temporaryFolder();
  const people = await signInPeople(dataFolder, Math.ceil(bound / STREAMS_PER_PERSON) + BEYOND);
  const board = await createBoardProcess({ dataFolder, streamLimit: bound });
  await board.start();
  const cookies = people.map(({ cookieAt }) => cookieAt(board.port));
  const latecomers = cookies.splice(-BEYOND);
  const sockets: Socket[] = [];
  let changes = 0;
  const onBytes = (chunk: Buffer): void => {
    changes += chunk.toString('latin1').split(CHANGE).length - 1;
  };
  const open = async (cookie: string): Promise<void> => {
    const { socket } = await openRawStream({ port: board.port, cookie, onBytes, onEnd: () => {} });
    sockets.push(socket);
  };
  await forEachOf(Array(bound).keys(), AT_ONCE, async (place) => {
    await open(cookies[place % cookies.length] ?? '');
    progress(() => `${sockets.length} of ${bound} streams are open`);
  });
  for (const cookie of latecomers) {
    await expect(open(cookie)).rejects.toMatchObject({ status: 503, saysWhen: true });
  }
  // Who gets no stream reads and writes all the same.
  const [latecomer = ''] = latecomers;
  const connection = await openConnection(board.port, latecomer);
  await connection.get(PATHS.thoughts);
  const began = performance.now();
  await connection.add(newTextID());
  await vi.waitUntil(() => changes >= bound, PATIENCE);
  const seconds = (performance.now() - began) / 1_000;
  connection.close();
  report(
    `${bound} streams in a process of ${board.memory().toFixed(0)} MiB, ${BEYOND} more were refused ` +
      `with 503; an add was at all of them after ${seconds.toFixed(2)} s`,
  );
  sockets.pop()?.destroy();
  await vi.waitUntil(() => open(latecomer).then(() => true, isRefused), PATIENCE);
  for (const socket of sockets) socket.destroy();
  await board.end('SIGTERM');
});

function isRefused(error: unknown): false {
  if (error instanceof RefusedError) return false;
  throw error;
}
