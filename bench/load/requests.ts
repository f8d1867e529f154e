import type { Target } from '#bench/target.ts';
import { openConnection, openConnections, type RawConnection } from './raw-connection.ts';
import { measureSustained, type Sustained } from './sustained.ts';
import { nextNumber, numberedTextID } from './text-ids.ts';

export interface Requests {
  /** The path to read; posts are sent when there is none. */
  path: string | null;
  connections: number;
  millis: number;
}

/** Measures answered requests a second, and what each costs the server. */
export async function measureRequests(target: Target, options: Requests): Promise<Sustained> {
  const { path, millis } = options;
  const connections = await openConnections(target, options.connections);
  let done = 0;
  const send = async (connection: RawConnection): Promise<void> => {
    if (path === null) await connection.add(numberedTextID(nextNumber()));
    else await connection.get(path);
    done += 1;
  };
  const run = async (isOver: () => boolean): Promise<void> => {
    const sendAgain = async (connection: RawConnection): Promise<void> => {
      while (!isOver()) await send(connection);
    };
    await Promise.all(connections.map(sendAgain));
  };
  try {
    return await measureSustained(target.pid, millis, { done: () => done, run });
  } finally {
    for (const connection of connections) connection.close();
  }
}

export async function postInOrder(
  { port, cookies }: Target,
  { posts, person }: { posts: number; person: number },
): Promise<string> {
  const connection = await openConnection(port, cookies[person] ?? '');
  let textID = '';
  for (let post = 0; post < posts; post += 1) {
    textID = numberedTextID(nextNumber());
    await connection.add(textID);
  }
  connection.close();
  return textID;
}
