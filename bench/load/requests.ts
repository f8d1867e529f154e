import { setTimeout as pause } from 'node:timers/promises';
import type { Target } from '#bench/start-process.ts';
import { cpuMillis } from '#bench/process-usage.ts';
import { openConnection, openConnections, type RawConnection } from './raw-connection.ts';
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

/** Length of the warm-up of both sides, as a share of the measured time. */
const WARM_UP = 0.3;

export interface Sustained {
  perSecond: number;
  /** The server's processor time (ms) for each item. */
  cpuEach: number;
  /** How busy the load generator was: at 1, the figure is the generator's limit, not the server's. */
  loadBusy: number;
}

interface Work {
  done: () => number;
  run: (isOver: () => boolean) => Promise<void>;
}

/** Measures a server's process during steady work, after a warm-up. */
export async function measureSustained(
  pid: number,
  millis: number,
  work: Work,
): Promise<Sustained> {
  let isOver = false;
  const running = work.run(() => isOver);
  const measured = async (): Promise<Sustained> => {
    await pause(millis * WARM_UP);
    const before = look(pid, work);
    await pause(millis);
    const after = look(pid, work);
    isOver = true;
    const elapsed = after.now - before.now;
    const done = after.done - before.done;
    return {
      perSecond: (done / elapsed) * 1_000,
      cpuEach: (after.cpu - before.cpu) / done,
      loadBusy: (after.ownCpu - before.ownCpu) / elapsed,
    };
  };
  const [sustained] = await Promise.all([measured(), running]);
  return sustained;
}

function look(pid: number, work: Work): { now: number; done: number; cpu: number; ownCpu: number } {
  const { user, system } = process.cpuUsage();
  return {
    now: performance.now(),
    done: work.done(),
    cpu: cpuMillis(pid),
    ownCpu: (user + system) / 1_000,
  };
}
