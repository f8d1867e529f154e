import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Target } from '#bench/start-process.ts';
import type { Load } from './load.ts';

export interface LoadProcess {
  run: <Name extends keyof Load>(
    name: Name,
    options: Parameters<Load[Name]>[0],
  ) => Promise<Awaited<ReturnType<Load[Name]>>>;
  stop: () => Promise<void>;
}

/** Starts a load generator for one target, in a separate process. */
export async function startLoad({ port, pid, cookies }: Target): Promise<LoadProcess> {
  const child = fork(join(import.meta.dirname, 'load.ts'));
  const ended = once(child, 'exit');
  const run: LoadProcess['run'] = async (name, options) => {
    child.send({ name, options });
    const [answer] = await Promise.race([once(child, 'message'), ended]);
    if (typeof answer !== 'object') throw new Error('The load generator has ended.');
    if ('failure' in answer) throw new Error(`${name}: ${answer.failure}`);
    return answer.result;
  };
  await run('aim', { port, pid, cookies });
  return {
    run,
    stop: async () => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
