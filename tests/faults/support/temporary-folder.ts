import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes an empty folder that is removed after the running test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'thought-cloud-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
