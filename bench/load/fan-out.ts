import type { Target } from '#bench/target.ts';
import { openConnections, type RawConnection } from './raw-connection.ts';
import type { StreamReaders } from './stream-readers.ts';
import { measureSustained, type Sustained } from './sustained.ts';
import { nextNumber, numberedTextID } from './text-ids.ts';

/** Posts under way at a time: steady, the next as soon as one is acknowledged; burst, all at one moment. */
const POSTS = { steady: 4, burst: 20 } as const;

export interface FanOut {
  mode: keyof typeof POSTS;
  millis: number;
}

export async function measureFanOut(
  target: Target,
  readers: StreamReaders,
  { mode, millis }: FanOut,
): Promise<Sustained> {
  const connections = await openConnections(target, POSTS[mode]);
  const count = readers.count();
  let due = readers.delivered();
  const post = (connection: RawConnection): Promise<void> => {
    due += count;
    return connection.add(numberedTextID(nextNumber()));
  };
  const postSteadily = async (connection: RawConnection, isOver: () => boolean): Promise<void> => {
    while (!isOver()) {
      await readers.untilDelivered(due - (POSTS.steady - 1) * count);
      await post(connection);
    }
  };
  const postBursts = async (isOver: () => boolean): Promise<void> => {
    while (!isOver()) {
      await Promise.all(connections.map(post));
      await readers.untilDelivered(due);
    }
  };
  const run = async (isOver: () => boolean): Promise<void> => {
    if (mode === 'burst') await postBursts(isOver);
    else await Promise.all(connections.map((connection) => postSteadily(connection, isOver)));
    await readers.untilDelivered(due);
  };
  try {
    return await measureSustained(target.pid, millis, { done: readers.delivered, run });
  } finally {
    for (const connection of connections) connection.close();
  }
}
