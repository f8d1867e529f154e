import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { boardFlags } from '#scripts/board-process.mjs';
import { collectGarbage } from './garbage.ts';

/** A server in a process of its own, started by this one. */
export interface ServerProcess {
  port: number;
  pid: number;
  /** Collects the server's garbage. */
  collect: () => Promise<void>;
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
