import type { Socket } from 'node:net';
import { newTextID } from '#shared/thought.ts';
import { PATHS, STREAM_EVENTS } from '#shared/wire.ts';
import { openConnection } from '#bench/load/raw-connection.ts';
import { openRawStream } from '#bench/load/raw-stream.ts';
import { RefusedError } from '#bench/load/refused-error.ts';
import { signInPeople } from '#bench/product/sign-in-people.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { createBoardProcess, type BoardProcess } from '#tests/faults/support/board-process.ts';
import { forEachOf, pause } from '#tests/faults/support/pause.ts';
import type { Trial } from '#tests/faults/support/trial.ts';

const STREAMS_PER_PERSON = 10;
/** Streams that are being opened at a time. */
const AT_ONCE = 50;
/** Streams that are asked for beyond the bound, each by somebody who has none. */
const BEYOND = 20;
/** Milliseconds in which a change has to be everywhere, and a place free again. */
const PATIENCE_MS = 30_000;
const CHANGE = `event: ${STREAM_EVENTS.change}\n`;

/** What a board at its bound of streams did. */
export interface StreamBoundOutcome {
  /** Each answer to a stream beyond the bound, and whether it says when to come again. */
  refused: { status: number; saysWhen: boolean }[];
  /** Streams within the bound at which somebody's add arrived. */
  reached: number;
  /** Whether somebody beyond the bound got the place of one who left. */
  isPlaceFreeAgain: boolean;
}

/** Opens as many streams as a board takes and some more, and uses the board meanwhile. */
export async function fillStreams(trial: Trial, bound: number): Promise<StreamBoundOutcome> {
  const dataFolder = temporaryFolder();
  const people = await signInPeople(dataFolder, Math.ceil(bound / STREAMS_PER_PERSON) + BEYOND);
  const board = await createBoardProcess({ dataFolder, streamLimit: bound });
  await board.start();
  const cookies = people.map(({ cookieAt }) => cookieAt(board.port));
  const latecomers = cookies.splice(-BEYOND);
  const streams = createStreams(board.port);
  await forEachOf(Array(bound).keys(), AT_ONCE, async (place) => {
    await streams.open(cookies[place % cookies.length] ?? '');
    trial.progress(() => `${streams.count()} of ${bound} streams are open`);
  });
  try {
    return await useFullBoard(trial, { board, streams, latecomers });
  } finally {
    streams.close();
    await board.end('SIGTERM');
  }
}

interface FullBoard {
  board: BoardProcess;
  streams: Streams;
  /** The cookies of people for whose streams there is no place. */
  latecomers: readonly string[];
}

async function useFullBoard(
  { report }: Trial,
  { board, streams, latecomers }: FullBoard,
): Promise<StreamBoundOutcome> {
  const bound = streams.count();
  const refused: StreamBoundOutcome['refused'] = [];
  for (const cookie of latecomers)
    refused.push(await streams.open(cookie).then(() => OPENED, refusalOf));
  const [latecomer = ''] = latecomers;
  // Who gets no stream reads and writes all the same.
  const connection = await openConnection(board.port, latecomer);
  await connection.get(PATHS.thoughts);
  const began = performance.now();
  await connection.add(newTextID());
  await until(async () => streams.changes() >= bound);
  const seconds = (performance.now() - began) / 1_000;
  connection.close();
  const reached = streams.changes();
  streams.leaveOne();
  const isPlaceFreeAgain = await until(() =>
    streams.open(latecomer).then(
      () => true,
      () => false,
    ),
  );
  report(
    `${bound} streams in a process of ${board.memory().toFixed(0)} MiB; of ${refused.length} more ` +
      `${refused.filter(({ status }) => status === 503).length} were refused with 503; an add was at ` +
      `${reached} streams after ${seconds.toFixed(2)} s`,
  );
  return { refused, reached, isPlaceFreeAgain };
}

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

const OPENED = { status: 200, saysWhen: false };

function refusalOf(error: unknown): { status: number; saysWhen: boolean } {
  if (!(error instanceof RefusedError)) throw error;
  return { status: error.status, saysWhen: error.saysWhen };
}

/** Asks again and again until something is so; false when it takes too long. */
async function until(isSo: () => Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end;) {
    if (await isSo()) return true;
    await pause(20);
  }
  return false;
}
