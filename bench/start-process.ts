import { once } from 'node:events';
import { type ChildProcess, fork } from 'node:child_process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as v from 'valibot';
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

const Memory = v.object({ resident: v.number(), heap: v.number(), outside: v.number() });
/**
 * A process's memory (MiB) right after garbage collection: its resident set, the heap of its main
 * thread, and what that heap holds outside the engine.
 */
export type Memory = v.InferOutput<typeof Memory>;

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
  const [answer]: unknown[] = await once(child, 'message');
  return v.parse(Memory, answer);
}

/** A memory sample as text. */
export function describeMemory({ resident, heap, outside }: Memory): string {
  const [all, values, held] = [resident, heap, outside].map((value) => value.toFixed(1));
  return `${all} MiB resident, ${values} heap, ${held} outside it`;
}

/** A server in a child process. */
export interface ServerProcess {
  port: number;
  pid: number;
  /** Collects the server's garbage. */
  collect: () => Promise<Memory>;
  /** Stops the server and waits for its end. */
  stop: () => Promise<void>;
}

/**
 * Starts a module that sends its port when it listens, and stops when it is disconnected; Node runs
 * it as it runs the board.
 */
export async function startProcess(
  module: string,
  args: readonly string[],
): Promise<ServerProcess> {
  const child = fork(module, args, { execArgv: boardFlags });
  const ended = once(child, 'exit');
  const [port]: unknown[] = await Promise.race([once(child, 'message'), ended]);
  if (typeof port !== 'number' || child.pid === undefined || child.exitCode !== null) {
    throw new Error(`${module} did not start.`);
  }
  return { port, pid: child.pid, collect: () => collectGarbage(child), stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  if (child.connected) child.disconnect();
  await ended;
}
