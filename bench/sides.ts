import { startLoad, type LoadProcess } from './load/load-process.ts';
import { descriptorLimit } from './process-usage.ts';
import type { ServerProcess, Target } from './start-process.ts';

export interface Side {
  server: Target & ServerProcess;
  load: LoadProcess;
}

/** Descriptors a process needs beside its readers' connections. */
const SPARE = 200;

/** Starts servers, each with a load generator, and stops them after use; all run throughout, warm. */
export async function withSides<Result>(
  starts: readonly (() => Promise<Side['server']>)[],
  use: (sides: readonly Side[]) => Promise<Result>,
): Promise<Result> {
  const sides: Side[] = [];
  try {
    for (const start of starts) {
      const server = await start();
      sides.push({ server, load: await startLoad(server) });
    }
    return await use(sides);
  } finally {
    for (const { load, server } of sides) {
      await load.stop();
      await server.stop();
    }
  }
}

export async function openReaders(sides: readonly Side[], readers: number): Promise<void> {
  requireDescriptors(readers);
  for (const { load } of sides) await load.run('open', { readers });
}

/** Throws when this machine lets a process have too few connections for so many readers. */
export function requireDescriptors(readers: number): void {
  const limit = descriptorLimit();
  if (limit >= readers + SPARE) return;
  throw new Error(`${readers} readers need ulimit -n ${readers + SPARE}, but it is ${limit}.`);
}
