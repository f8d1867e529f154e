import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '#tests/server/test-board.ts';
import { writeNewFile } from './durable-file.ts';

test('a link that somebody has planted is not followed', async () => {
  const folder = temporaryFolder();
  const [target, victim] = [join(folder, 'board.jsonl'), join(folder, 'victim')];
  const id = crypto.randomUUID();
  vi.spyOn(crypto, 'randomUUID').mockReturnValue(id);
  fs.writeFileSync(victim, 'kept');
  fs.symlinkSync(victim, `${target}.unfinished-${id}`);
  const write = writeNewFile(target, (file) => fs.writeFileSync(file, 'secret'));
  await expect(write).rejects.toThrow('EEXIST');
  expect(fs.readFileSync(victim, 'utf8')).toBe('kept');
  expect(fs.existsSync(target)).toBe(false);
});

test('a file that can’t be finished is gone, with what SQLite kept beside it', async () => {
  const folder = temporaryFolder();
  const write = writeNewFile(join(folder, 'backup.sqlite'), (file) => {
    for (const end of ['', '-journal']) fs.writeFileSync(file + end, 'half');
    throw new Error('The disk is full.');
  });
  await expect(write).rejects.toThrow('The disk is full.');
  expect(fs.readdirSync(folder)).toEqual([]);
});

test('a finished file is on disk before it gets its name, and its name before the command reports it', async () => {
  const target = join(temporaryFolder(), 'backup.sqlite');
  const calls: string[] = [];
  const note = (name: string): void => void calls.push(`${name} ${fs.existsSync(target)}`);
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
  // Updates the named imports of the module under test.
  syncBuiltinESMExports();
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
    syncBuiltinESMExports();
  });
  await writeNewFile(target, (file) => fs.writeFileSync(file, 'content'));
  expect(calls).toEqual(['sync false', 'rename false', 'sync true']);
});
