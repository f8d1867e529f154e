import fs, { existsSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { writeNewFile } from './durable-file.ts';

test('a finished file is on disk before it gets its name, and its name before anybody is told', async () => {
  const target = join(temporaryFolder(), 'backup.sqlite');
  const calls: string[] = [];
  const note = (name: string): void => void calls.push(`${name} ${existsSync(target)}`);
  const { fsyncSync, renameSync } = fs;
  const spies = [
    vi.spyOn(fs, 'fsyncSync').mockImplementation((...args) => {
      note('sync');
      fsyncSync(...args);
    }),
    vi.spyOn(fs, 'renameSync').mockImplementation((...args) => {
      note('rename');
      renameSync(...args);
    }),
  ];
  // The named imports of the module under test follow.
  syncBuiltinESMExports();
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
    syncBuiltinESMExports();
  });
  await writeNewFile(target, (file) => writeFileSync(file, 'content'));
  expect(calls).toEqual(['sync false', 'rename false', 'sync true']);
});
