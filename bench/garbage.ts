import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const COLLECT = 'collect garbage';

/** Lets this process's parent have its garbage collected: what is left is what it needs. */
export function collectWhenAsked(): void {
  const collect = garbageCollector();
  process.on('message', (message) => {
    if (message !== COLLECT) return;
    collect();
    process.send?.(COLLECT);
  });
}

export function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  return () => {
    if (typeof collect === 'function') collect();
  };
}

export async function collectGarbage(child: ChildProcess): Promise<void> {
  child.send(COLLECT);
  await once(child, 'message');
}
