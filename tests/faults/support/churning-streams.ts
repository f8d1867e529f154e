import type { Socket } from 'node:net';
import { STREAM_EVENTS } from '#shared/wire.ts';
import { openRawStream } from '#bench/load/raw-stream.ts';
import type { Random } from './trial.ts';

const CHANGE = `event: ${STREAM_EVENTS.change}\n`;

/** Live streams of many people, of which now and then one leaves and another comes. */
export interface ChurningStreams {
  /** Puts a new stream in the place of one drawn at random; the former just goes. */
  replaceOne: () => Promise<void>;
  open: () => number;
  /** Streams that the server ended. */
  lost: () => number;
  /** Changes that have arrived, each counted at each stream. */
  arrived: () => number;
  close: () => void;
}

export interface ChurningOptions {
  port: number;
  cookies: readonly [string, ...string[]];
  count: number;
}

/** Opens the streams, all at once. */
export async function openChurningStreams(
  { port, cookies, count }: ChurningOptions,
  random: Random,
): Promise<ChurningStreams> {
  const tally = { lost: 0, arrived: 0 };
  const open = async (cookie: string): Promise<Leave> => {
    let isLeaving = false;
    const { socket } = await openRawStream({
      port,
      cookie,
      onBytes: (chunk) => {
        tally.arrived += chunk.toString('latin1').split(CHANGE).length - 1;
      },
      onEnd: () => {
        if (!isLeaving) tally.lost += 1;
      },
    });
    return () => {
      isLeaving = true;
      leave(socket);
    };
  };
  // Each place stays the same person's, so that nobody comes near the limit of streams.
  const openAt = (place: number): Promise<Leave> => open(cookies[place % cookies.length] ?? '');
  const streams = await Promise.all(Array.from({ length: count }, (_, place) => openAt(place)));
  return {
    open: () => streams.length,
    lost: () => tally.lost,
    arrived: () => tally.arrived,
    replaceOne: async () => {
      const place = random.below(streams.length);
      streams[place]?.();
      streams[place] = await openAt(place);
    },
    close: () => {
      for (const close of streams) close();
    },
  };
}

type Leave = () => void;

function leave(socket: Socket): void {
  socket.removeAllListeners('error').on('error', () => {});
  socket.destroy();
}
