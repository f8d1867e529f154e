import type { Target } from '#bench/start-process.ts';
import { openConnections, type RawConnection } from './raw-connection.ts';
import type { Readers } from './readers.ts';
import { measureSustained, type Sustained } from './requests.ts';
import { nextTextID } from './text-ids.ts';

/** Posts in progress: steady starts the next when one is acknowledged, burst starts all at once. */
const POSTS = { steady: 4, burst: 20 } as const;

export interface FanOut {
  mode: keyof typeof POSTS;
  millis: number;
}

export async function measureFanOut(
  target: Target,
  readers: Readers,
  { mode, millis }: FanOut,
): Promise<Sustained> {
  const connections = await openConnections(target, POSTS[mode]);
  const count = readers.opened;
  let due = readers.delivered;
  const post = (connection: RawConnection): Promise<void> => {
    due += count;
    return connection.add(nextTextID());
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
    return await measureSustained(target.pid, millis, { done: () => readers.delivered, run });
  } finally {
    for (const connection of connections) connection.close();
  }
}
