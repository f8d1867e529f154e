import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let parent: string | null = null;

/** Creates a folder that is removed when this process ends. */
export function makeFolder(): string {
  parent ??= makeParent();
  return mkdtempSync(join(parent, '-'));
}

function makeParent(): string {
  const folder = mkdtempSync(join(tmpdir(), 'thought-cloud-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  // Without a listener, a signal ends the process at once, and its folders remain.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => process.exit(130));
  return folder;
}
