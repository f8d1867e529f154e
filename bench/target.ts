import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

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

/** The flag that a process needs in order to collect garbage when asked. */
export const COLLECTABLE = '--expose-gc';

/** Collects garbage at each message of the parent process, and reports the remaining memory. */
export function collectWhenAsked(): void {
  process.on('message', () => {
    globalThis.gc?.();
    process.send?.(process.memoryUsage());
  });
}

/** Makes a child process collect its garbage; resolves with its memory (bytes) right after that. */
export async function collectGarbage(child: ChildProcess): Promise<NodeJS.MemoryUsage> {
  child.send('collect');
  const [memory]: NodeJS.MemoryUsage[] = await once(child, 'message');
  if (memory === undefined) throw new Error('The process has ended.');
  return memory;
}

/** Clock ticks a second in /proc: the same on every Linux that Node runs on. */
const TICKS = 100;
/** Where user and system time begin behind the process's name, which may hold spaces. */
const TIMES = 11;

/** Processor time (ms) of a process so far, in all its threads. */
export function cpuMillis(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system] = fields.slice(TIMES).map(Number);
  return (((user ?? 0) + (system ?? 0)) / TICKS) * 1_000;
}
