import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];

process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
// Without a listener, a signal ends the process at once, and its folders remain.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

/** Creates a folder that is removed when this process ends. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'thought-cloud-bench-'));
  folders.push(folder);
  return folder;
}
