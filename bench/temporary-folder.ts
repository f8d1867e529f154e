import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders = new Set<string>();

process.once('exit', () => {
  for (const folder of folders) removeFolder(folder);
});
// Without a listener a signal ends the process at once, and the folders stay.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

/** Makes a folder that goes with this process, however it ends. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'thought-cloud-bench-'));
  folders.add(folder);
  return folder;
}

/** Removes such a folder before that. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  folders.delete(folder);
}
