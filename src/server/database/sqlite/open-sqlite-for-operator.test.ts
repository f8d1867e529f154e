import { closeSync, existsSync, openSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { databaseFileIn } from '#server/database/data-folder.ts';
import { runOperatorCommand } from '#server/testing/operator-command.ts';
import { openTestFolder } from '#server/testing/test-database.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { openSQLiteForOperator } from './open-sqlite-for-operator.ts';

const PAGE_BYTES = 4_096;

test('a command over a damaged file names the file and the reason', async () => {
  const folder = temporaryFolder();
  await openTestFolder(folder).close();
  const file = databaseFileIn(folder);
  damage(file);
  const sentence = `The database ${file} can't be used: database disk image is malformed\n`;
  expect(await runOperatorCommand('people', folder)).toEqual({ code: 1, said: sentence });
  const exported = join(folder, 'board.jsonl');
  expect(await runOperatorCommand('export', folder, exported)).toEqual({ code: 1, said: sentence });
  expect(existsSync(exported)).toBe(false);
});

test('a snapshot that the disk fails to read tells the reason, and not that it is over', async () => {
  const folder = temporaryFolder();
  await openTestFolder(folder).write({ sql: `insert into "tombstones" values ('gone', 'ada')` });
  const file = databaseFileIn(folder);
  const database = openSQLiteForOperator(folder);
  onTestFinished(() => database.close());
  const reading = database.snapshot(async (read) => {
    await read({ sql: 'select * from "meta"' });
    truncateSync(`${file}-wal`);
    return read({ sql: 'select * from "tombstones"' });
  });
  await expect(reading).rejects.toThrow(`The database ${file} can't be used: disk I/O error`);
});

/** Writes over all pages of a file but the first, which says what tables there are. */
function damage(file: string): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(statSync(file).size - PAGE_BYTES), 0, null, PAGE_BYTES);
  closeSync(descriptor);
}
