import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { newId } from '#shared/thought.ts';
import { SAMPLE_USER } from '#tests/setup/samples.ts';
import { runOperatorCommand } from '#server/testing/operator-command.ts';
import { openTestFolder } from '#server/testing/test-database.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { createThoughtStore } from '#server/thoughts/thought-store.ts';
import { databaseFileIn } from './data-folder.ts';
import type { Database } from '#server/database/database.ts';
import { backUp, restore } from './backup.ts';

test('a backup made under load holds all that was acknowledged before, and restores', async () => {
  const folder = temporaryFolder();
  const database = openTestFolder(folder);
  const acknowledged: string[] = [];
  const loaded = new AbortController();
  const writers = Array.from({ length: 8 }, async () => {
    while (!loaded.signal.aborted) acknowledged.push(await addThought(database));
  });
  let restoredCount = 0;
  for (let round = 0; round < 5; round += 1) {
    // Not before the load is there, or there again.
    await vi.waitUntil(() => acknowledged.length > restoredCount, { timeout: 30_000 });
    const before = [...acknowledged];
    const file = join(folder, `backup-${round}.sqlite`);
    const { code, said } = await runOperatorCommand('backup', folder, file);
    expect([code, said]).toEqual([0, expect.stringContaining('is backed up to')]);
    const elsewhere = temporaryFolder();
    expect(restore(elsewhere, file)).toBeNull();
    const restored = new Set(await idsIn(openTestFolder(elsewhere)));
    expect(before.filter((textID) => !restored.has(textID))).toEqual([]);
    restoredCount = restored.size;
  }
  loaded.abort();
  await Promise.all(writers);
}, 120_000);

test('a backup is for this user alone, overwrites nothing, and leaves nothing half', async () => {
  const folder = temporaryFolder();
  const database = openTestFolder(folder);
  await addThought(database);
  const file = join(folder, 'backup.sqlite');
  await backUp(folder, file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await expect(backUp(folder, file)).rejects.toThrow(/exists already/u);
  await expect(backUp(folder, join(folder, 'no', 'file'))).rejects.toThrow(
    `There is no folder ${join(folder, 'no')}.`,
  );
  await expect(backUp(temporaryFolder(), join(folder, 'other'))).rejects.toThrow(/no database/u);
  expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([]);
});

test('a damaged database is not backed up', async () => {
  const folder = temporaryFolder();
  await openTestFolder(folder).close();
  const stray = new DatabaseSync(databaseFileIn(folder), { enableForeignKeyConstraints: false });
  stray.exec(`insert into "sessions" values ('a token', 'nobody', 'an issuer', 1, 1)`);
  stray.close();
  await expect(backUp(folder, join(folder, 'backup.sqlite'))).rejects.toThrow(
    `${databaseFileIn(folder)} is damaged.`,
  );
  expect(readdirSync(folder).filter((name) => name.startsWith('backup'))).toEqual([]);
});

test('a backup for which there is no room leaves nothing', async () => {
  const folder = temporaryFolder();
  const database = openTestFolder(folder);
  await database.write({
    sql: `insert into "users" ("uid", "email", "creationTime", "lastSignInTime")
      with recursive "numbers" ("n") as (select 1 union all select "n" + 1 from "numbers" where "n" < 40000)
      select 'person ' || "n", printf('%0200d', "n"), 1, 1 from "numbers"`,
  });
  await database.close();
  const file = join(folder, 'backup.sqlite');
  const script = join(import.meta.dirname, '../../operator/main.ts');
  // Units of 512 bytes: it ends with more written than SQLite holds in memory.
  const command = `trap '' XFSZ; ulimit -f 8000; exec "${process.execPath}" "${script}" backup "${file}"`;
  const { status } = spawnSync('sh', ['-c', command], { env: { DATA_DIR: folder } });
  expect(status).toBe(1);
  expect(readdirSync(folder).filter((name) => name.startsWith('backup'))).toEqual([]);
});

test('restoring keeps what was there', async () => {
  const folder = temporaryFolder();
  const first = openTestFolder(folder);
  const kept = await addThought(first);
  await backUp(folder, join(folder, 'backup.sqlite'));
  const later = await addThought(first);
  await first.close();

  const former = restore(folder, join(folder, 'backup.sqlite'));
  const second = openTestFolder(folder);
  expect(await idsIn(second)).toEqual([kept]);
  await addThought(second);
  await second.close();

  // The former is as good as any backup.
  expect(restore(folder, String(former))).not.toBe(former);
  expect(new Set(await idsIn(openTestFolder(folder)))).toEqual(new Set([kept, later]));
});

test('the former board of a crash is a backup with the last of its commits', async () => {
  const [folder, crashed] = [temporaryFolder(), temporaryFolder()];
  const database = openTestFolder(folder);
  const empty = join(crashed, 'empty.sqlite');
  await backUp(folder, empty);
  const textID = await addThought(database);
  // As a crash leaves it: its last commits are in the log alone.
  for (const end of ['', '-wal']) {
    copyFileSync(databaseFileIn(folder) + end, databaseFileIn(crashed) + end);
  }
  const former = String(restore(crashed, empty));
  const restored = openTestFolder(crashed);
  expect(await idsIn(restored)).toEqual([]);
  await restored.close();
  restore(crashed, former);
  expect(await idsIn(openTestFolder(crashed))).toEqual([textID]);
});

test('restoring is refused while a server uses the folder, and changes nothing', async () => {
  const folder = temporaryFolder();
  const database = openTestFolder(folder);
  const file = join(folder, 'backup.sqlite');
  await backUp(folder, file);
  const textID = await addThought(database);
  const { code, said } = await runOperatorCommand('restore', folder, file);
  expect([code, said]).toEqual([1, expect.stringContaining('in use by another running server')]);
  expect(await idsIn(database)).toEqual([textID]);
});

test('what is no backup is refused, and changes nothing', async () => {
  const folder = temporaryFolder();
  const database = openTestFolder(folder);
  const textID = await addThought(database);
  await database.close();
  const [junk, foreign] = [join(folder, 'junk'), join(folder, 'foreign')];
  writeFileSync(junk, 'these are not the bytes you look for'.repeat(99));
  const other = new DatabaseSync(foreign);
  other.exec('create table something (of text)');
  other.close();
  expect(() => restore(folder, junk)).toThrow('file is not a database');
  expect(() => restore(folder, foreign)).toThrow(`${foreign} holds no thoughts.`);
  expect(() => restore(folder, join(folder, 'nothing'))).toThrow(/There is no file/u);
  expect(() => restore(folder, folder)).toThrow(/There is no file/u);
  expect(existsSync(`${databaseFileIn(folder)}.unfinished`)).toBe(false);
  expect(await idsIn(openTestFolder(folder))).toEqual([textID]);
});

async function addThought(database: Database): Promise<string> {
  const store = createThoughtStore(database, Date.now);
  const textID = newId();
  await store.add({ textID, text: 'hello' }, SAMPLE_USER);
  return textID;
}

async function idsIn(database: Database): Promise<string[]> {
  const [rows] = await database.read<[{ textID: string }]>({
    sql: 'select textID from "Thoughts-Data"',
  });
  return rows.map(({ textID }) => textID);
}
