import { once } from 'node:events';
import { type ChildProcess, fork } from 'node:child_process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { boardFlags } from '#scripts/board-process.mjs';

/** A server under measurement: the floor, or the product. */
export interface Target {
  port: number;
  pid: number;
  /** The Cookie header of each signed-in person; the floor needs none. */
  cookies: readonly string[];
}

/** The address where a target's clients connect. */
export const HOST = '127.0.0.1';

/** The origin that the product is configured with. */
export function originOf({ port }: Pick<Target, 'port'>): string {
  return `http://localhost:${port}`;
}

const COLLECT = 'collect garbage';
const MIB = 2 ** 20;

/**
 * A process's memory (MiB) right after garbage collection: its resident set, the heap of its main
 * thread, and what that heap holds outside the engine.
 */
export type Memory = Readonly<Record<'resident' | 'heap' | 'outside', number>>;

/** Collects garbage when the parent process asks for it, and reports the remaining memory. */
export function collectWhenAsked(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  process.on('message', (message) => {
    if (message !== COLLECT) return;
    if (typeof collect === 'function') collect();
    const { rss, heapUsed, external } = process.memoryUsage();
    process.send?.({ resident: rss / MIB, heap: heapUsed / MIB, outside: external / MIB });
  });
}

/** Makes a child process collect its garbage. */
export async function collectGarbage(child: ChildProcess): Promise<Memory> {
  child.send(COLLECT);
  const [memory]: Memory[] = await once(child, 'message');
  if (memory === undefined) throw new Error('The process has ended.');
  return memory;
}

/** A memory sample as text. */
export function describeMemory({ resident, heap, outside }: Memory): string {
  const [all, values, held] = [resident, heap, outside].map((value) => value.toFixed(1));
  return `${all} MiB resident, ${values} heap, ${held} outside it`;
}

/** Starts a module that sends a message when it is ready, and ends when it is disconnected. */
export async function startProcess(module: string, args: readonly string[], flags = boardFlags) {
  const child = fork(module, args, { execArgv: flags });
  const ended = once(child, 'exit');
  const failed = ended.then(() => Promise.reject(new Error(`${module} has ended.`)));
  failed.catch(() => {});
  /** Resolves with the next message; rejects when the process has ended. */
  const answer = () => Promise.race([once(child, 'message'), failed]);
  await answer();
  return {
    child,
    pid: child.pid ?? 0,
    answer,
    stop: async (): Promise<void> => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
