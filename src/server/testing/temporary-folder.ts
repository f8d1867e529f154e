import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes an empty folder, and the function that removes it. */
export function makeTemporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'thought-cloud-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Makes an empty folder that is removed when the test has finished. */
export function temporaryFolder(): string {
  const { path, remove } = makeTemporaryFolder();
  onTestFinished(remove);
  return path;
}
