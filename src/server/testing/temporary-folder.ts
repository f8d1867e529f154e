import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { openDatabase } from '#server/database/open-database.ts';

/** Makes a folder that is deleted when the test has finished. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'thought-cloud-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Opens the database in a folder until the test has finished. */
export function openTestDatabase(folder = temporaryFolder()): Database {
  const database = openDatabase(folder, (error) => {
    throw error;
  });
  onTestFinished(() => database.close());
  return database;
}
