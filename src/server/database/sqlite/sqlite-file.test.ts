import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { openForWriting } from './sqlite-file.ts';

const FULL = 2;

test('a commit waits until it is on disk, and the log does not stay long', () => {
  using database = openForWriting(join(temporaryFolder(), 'file.sqlite'));
  const valueOf = (pragma: string): unknown =>
    Object.values(database.prepare(`pragma ${pragma}`).get() ?? {})[0];
  expect({
    log: valueOf('journal_mode'),
    synchronous: valueOf('synchronous'),
    // Without it, a sync on macOS leaves the data in the disk's own memory.
    fullSync: valueOf('fullfsync'),
    logLimit: valueOf('journal_size_limit'),
  }).toEqual({ log: 'wal', synchronous: FULL, fullSync: 1, logLimit: 4_000 * 4_096 });
});
