import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { newTextID } from '#shared/thought.ts';
import { PATHS, STREAM_EVENTS } from '#shared/wire.ts';
import { openConnection } from '#bench/load/raw-connection.ts';
import { openRawStream } from '#bench/load/raw-stream.ts';
import { RefusedError } from '#bench/load/refused-error.ts';
import { signInPeople } from '#bench/product/sign-in-people.ts';
import { requireDescriptors } from '#bench/sides.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { createBoardProcess, skipWithoutProc } from './support/board-process.ts';
import { forEachOf, pause } from './support/pause.ts';
import { amountOf, startTrial } from './support/trial.ts';

const STREAMS_PER_PERSON = 10;
/** Streams that are being opened at a time. */
const AT_ONCE = 50;
/** Streams that are asked for beyond the bound, each by somebody who has none. */
const BEYOND = 20;
/** Milliseconds in which a change has to be everywhere, and a place free again. */
const PATIENCE_MS = 30_000;
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
  const streams = createStreams(board.port);
  await forEachOf(Array(bound).keys(), AT_ONCE, async (place) => {
    await streams.open(cookies[place % cookies.length] ?? '');
    progress(() => `${streams.count()} of ${bound} streams are open`);
  });
  for (const cookie of latecomers) {
    await expect(streams.open(cookie)).rejects.toMatchObject({ status: 503, saysWhen: true });
  }
  // Who gets no stream reads and writes all the same.
  const [latecomer = ''] = latecomers;
  const connection = await openConnection(board.port, latecomer);
  await connection.get(PATHS.thoughts);
  const began = performance.now();
  await connection.add(newTextID());
  expect(await until(async () => streams.changes() >= bound)).toBe(true);
  const seconds = (performance.now() - began) / 1_000;
  connection.close();
  report(
    `${bound} streams in a process of ${board.memory().toFixed(0)} MiB, ${BEYOND} more were refused ` +
      `with 503; an add was at all of them after ${seconds.toFixed(2)} s`,
  );
  streams.leaveOne();
  const isFreeAgain = () => streams.open(latecomer).then(() => true, isRefused);
  expect(await until(isFreeAgain)).toBe(true);
  streams.close();
  await board.end('SIGTERM');
});

/** The streams that are open, and the changes that have arrived at them. */
interface Streams {
  /** Rejects with a `RefusedError` when the stream is refused. */
  open: (cookie: string) => Promise<void>;
  leaveOne: () => void;
  count: () => number;
  changes: () => number;
  close: () => void;
}

function createStreams(port: number): Streams {
  const sockets: Socket[] = [];
  let changes = 0;
  const onBytes = (chunk: Buffer): void => {
    changes += chunk.toString('latin1').split(CHANGE).length - 1;
  };
  return {
    open: async (cookie) => {
      const { socket } = await openRawStream({ port, cookie, onBytes, onEnd: () => {} });
      sockets.push(socket);
    },
    leaveOne: () => void sockets.pop()?.destroy(),
    count: () => sockets.length,
    changes: () => changes,
    close: () => sockets.forEach((socket) => socket.destroy()),
  };
}

function isRefused(error: unknown): false {
  if (error instanceof RefusedError) return false;
  throw error;
}

/** Asks again and again until something is so; false when it takes too long. */
async function until(isSo: () => Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end;) {
    if (await isSo()) return true;
    await pause(20);
  }
  return false;
}
