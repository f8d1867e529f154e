import { newTextID } from '#shared/thought.ts';
import { createBoardClient, type BoardClient } from './board-client.ts';
import { serveBoard } from './served-board.ts';
import { quantile } from './statistics.ts';
import type { Section } from './table.ts';

const STREAMS = 200;
const STREAMS_PER_PERSON = 10;
const WARM_UP = 20;
const CHANGES = 200;
/** Milliseconds after which a change that has not arrived everywhere is a fault. */
const PATIENCE = 10_000;

/** Times from a write's start, in milliseconds. */
interface Times {
  roundTrips: number[];
  arrivals: number[];
}

type Listener = (text: string) => void;

function ignore(): void {}

/** Measures how long a change takes from the start of its PUT to many open streams. */
export async function measureDelivery(): Promise<Section> {
  const board = await serveBoard(STREAMS / STREAMS_PER_PERSON, 0);
  const clients = board.people.map(({ token }) => createBoardClient(board.origin, token));
  const [writer] = clients;
  if (writer === undefined) throw new Error('Nobody is there to write.');
  try {
    const alone = await write(writer, { streams: 0, hear: ignore });
    let listener: Listener = ignore;
    for (const client of clients) {
      const open = (): Promise<void> => client.listen((text) => listener(text));
      await Promise.all(Array.from({ length: STREAMS_PER_PERSON }, open));
    }
    const hear = (next: Listener): void => {
      listener = next;
    };
    return sectionOf(alone, await write(writer, { streams: STREAMS, hear }));
  } finally {
    for (const client of clients) client.close();
    await board.close();
  }
}

function sectionOf(alone: Times, together: Times): Section {
  const row = (name: string, measured: number[], share: number) => ({
    name: `${name}, p${share * 100}`,
    floor: quantile(together.roundTrips, share),
    measured: quantile(measured, share),
    unit: 'ms' as const,
  });
  return {
    title: `Delivery: PUT's start to arrival at ${STREAMS} streams`,
    floor: 'PUT round trip',
    rows: [
      row('arrival at a stream', together.arrivals, 0.5),
      row('arrival at a stream', together.arrivals, 0.99),
      row('PUT round trip with no stream open', alone.roundTrips, 0.5),
    ],
  };
}

interface Ears {
  streams: number;
  /** Has every stream's text told to a listener from now on. */
  hear: (listener: Listener) => void;
}

/** Adds thoughts one after the other, each when the one before has arrived everywhere. */
async function write(writer: BoardClient, { streams, hear }: Ears): Promise<Times> {
  const times: Times = { roundTrips: [], arrivals: [] };
  for (let index = -WARM_UP; index < CHANGES; index += 1) {
    const textID = newTextID();
    const arrivals: number[] = [];
    const everywhere = Promise.withResolvers<void>();
    const began = performance.now();
    hear((text) => {
      if (text.includes(textID)) arrivals.push(performance.now() - began);
      if (arrivals.length === streams) everywhere.resolve();
    });
    if (streams === 0) everywhere.resolve();
    const late = setTimeout(() => everywhere.reject(new Error('A change got lost.')), PATIENCE);
    await writer.add(textID);
    const roundTrip = performance.now() - began;
    await everywhere.promise;
    clearTimeout(late);
    if (index < 0) continue;
    times.roundTrips.push(roundTrip);
    times.arrivals.push(...arrivals);
  }
  return times;
}
