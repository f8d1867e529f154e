import { join } from 'node:path';
import type { Load } from './load/load.ts';
import { type Server, startFloor, startProduct } from './servers.ts';
import { startProcess } from './start-process.ts';

const LOAD = join(import.meta.dirname, 'load/main.ts');

/** A server, and a load generator in another process. */
export interface Side {
  server: Server;
  /** Lets the load generator carry out one of its commands. */
  run: <Name extends keyof Load>(
    name: Name,
    ...options: Parameters<Load[Name]>
  ) => Promise<Awaited<ReturnType<Load[Name]>>>;
}

/** Starts servers, each with a load generator, and stops them after use; all run throughout, warm. */
export async function withSides<Result>(
  starts: readonly (() => Promise<Server>)[],
  use: (sides: readonly Side[]) => Promise<Result>,
): Promise<Result> {
  const sides: Side[] = [];
  const stops: (() => Promise<void>)[] = [];
  try {
    for (const start of starts) {
      const server = await start();
      stops.push(server.stop);
      const { child, answer, stop } = await startProcess(LOAD, [], []);
      stops.push(stop);
      const run: Side['run'] = async (name, ...[options]) => {
        child.send({ name, options });
        const [{ result, failure }] = await answer();
        if (failure !== undefined) throw new Error(`${name}: ${failure}`);
        return result;
      };
      const { port, pid, cookies } = server;
      child.send({ port, pid, cookies });
      sides.push({ server, run });
    }
    return await use(sides);
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

/** Uses the floor and the product, each with as many open streams. */
export function withReaders<Result>(
  readers: number,
  use: (sides: readonly Side[]) => Promise<Result>,
): Promise<Result> {
  const starts = [() => startFloor(), () => startProduct({ people: readers })];
  return withSides(starts, async (sides) => {
    await openReaders(sides, readers);
    return use(sides);
  });
}

export async function openReaders(sides: readonly Side[], readers: number): Promise<void> {
  for (const { run } of sides) await run('open', { readers });
}
