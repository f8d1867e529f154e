import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import * as v from 'valibot';
import { garbageCollector } from '#bench/garbage.ts';

const QUESTION = 'report memory';
const MIB = 2 ** 20;

const Report = v.object({ resident: v.number(), heap: v.number(), outside: v.number() });
/**
 * What a process needs, in MiB, right after its garbage was collected: all it holds of the machine's
 * memory, the values of its main thread, and what they hold outside the engine's heap.
 */
export type MemoryReport = v.InferOutput<typeof Report>;

/** Lets this process's parent ask for its memory. */
export function reportMemoryWhenAsked(): void {
  const collect = garbageCollector();
  process.on('message', (message) => {
    if (message !== QUESTION) return;
    collect();
    const { rss, heapUsed, external } = process.memoryUsage();
    process.send?.({ resident: rss / MIB, heap: heapUsed / MIB, outside: external / MIB });
  });
}

/** Asks a child for its memory. */
export async function askForMemory(child: ChildProcess): Promise<MemoryReport> {
  child.send(QUESTION);
  const [answer]: unknown[] = await once(child, 'message');
  return v.parse(Report, answer);
}
