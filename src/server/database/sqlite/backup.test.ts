import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { newId } from '#shared/id.ts';
import type { Database } from '#server/database/database.ts';
import { openOrCreate } from '#server/database/open-database.ts';
import { runOperatorCommand } from '#tests/server/operator-command.ts';
import { insertSession, insertThought } from '#tests/setup/samples.ts';
import { openTestFolder, temporaryFolder } from '#tests/server/test-board.ts';
import { backUp, restore } from './backup.ts';
import { openForReading, openForWriting } from './connection.ts';
import { databaseFileIn, lockFileIn, restoredFileIn } from './data-folder.ts';

/** The calls by which a restore changes files; it may be killed at each. */
const STEPS = ['renameSync', 'linkSync', 'copyFileSync', 'fsyncSync'];
/** The user `nobody`, as whom the server may run. */
const NOBODY = 65_534;
const OLD = ['in the file', 'in the log'];
const NEW = ['in the backup'];

test('a backup made under load holds all that was acknowledged before, and restores', async () => {
  const folder = temporaryFolder();
  const database = openTestFolder(folder);
  const acknowledged: string[] = [];
  const loaded = new AbortController();
  const writers = Array.from({ length: 8 }, async () => {
    while (!loaded.signal.aborted) acknowledged.push(await addThought(database));
  });
  let restoredCount = 0;
  for (let round = 0; round < 3; round += 1) {
    // The writers have to be at work, or at work again.
    await vi.waitUntil(() => acknowledged.length > restoredCount, { timeout: 30_000 });
    const before = [...acknowledged];
    const file = join(folder, `backup-${round}.sqlite`);
    const { code, said } = await runOperatorCommand('backup', folder, file);
    expect([code, said]).toEqual([0, expect.stringContaining('is backed up to')]);
    const elsewhere = temporaryFolder();
    expect(restore(elsewhere, file)).toBeNull();
    const restored = new Set(await textsOf(openTestFolder(elsewhere)));
    expect(before.filter((text) => !restored.has(text))).toEqual([]);
    restoredCount = restored.size;
  }
  loaded.abort();
  await Promise.all(writers);
}, 120_000);

test('a backup is for this user alone, as is what it restores; it overwrites nothing, and leaves no partial file', async () => {
  const folder = temporaryFolder();
  const database = openTestFolder(folder);
  await addThought(database);
  const file = join(folder, 'backup.sqlite');
  await backUp(folder, file);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  const elsewhere = temporaryFolder();
  fs.chmodSync(file, 0o444);
  restore(elsewhere, file);
  expect(fs.statSync(databaseFileIn(elsewhere)).mode & 0o777).toBe(0o600);
  await expect(backUp(folder, file)).rejects.toThrow(/exists already/u);
  await expect(backUp(folder, join(folder, 'no', 'file'))).rejects.toThrow(
    `There is no folder ${join(folder, 'no')}.`,
  );
  await expect(backUp(temporaryFolder(), join(folder, 'other'))).rejects.toThrow(/no database/u);
  expect(fs.readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([]);
});

test('a database whose newest thoughts are in the log beside it is no backup, and changes nothing; a backup of both has them', async () => {
  const [folder, killed, elsewhere] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  const text = await addThought(openTestFolder(folder));
  const [source, copy] = [databaseFileIn(folder), databaseFileIn(killed)];
  for (const end of ['', '-wal']) fs.copyFileSync(source + end, copy + end);
  const link = join(elsewhere, 'latest.sqlite');
  fs.symlinkSync(copy, link);
  for (const named of [copy, link]) {
    expect(() => restore(elsewhere, named)).toThrow(`its newest thoughts are in ${copy}-wal`);
  }
  expect(fs.existsSync(databaseFileIn(elsewhere))).toBe(false);
  const file = join(elsewhere, 'backup.sqlite');
  await backUp(killed, file);
  restore(elsewhere, file);
  expect(await textsOf(openTestFolder(elsewhere))).toEqual([text]);
});

test('restoring is refused while a server uses the folder, and changes nothing', async () => {
  const folder = temporaryFolder();
  const database = openTestFolder(folder);
  const file = join(folder, 'backup.sqlite');
  await backUp(folder, file);
  const text = await addThought(database);
  const { code, said } = await runOperatorCommand('restore', folder, file);
  expect([code, said]).toEqual([1, expect.stringContaining('in use by another running server')]);
  expect(await textsOf(database)).toEqual([text]);
});

test('a file that is no backup, damaged, or with a session of a missing person is refused, and changes nothing', async () => {
  const folder = temporaryFolder();
  const database = openTestFolder(folder);
  const text = await addThought(database);
  const [junk, foreign] = [join(folder, 'junk'), join(folder, 'foreign')];
  const backup = join(folder, 'backup');
  fs.writeFileSync(junk, 'these are not the bytes you look for'.repeat(99));
  const other = new DatabaseSync(foreign);
  other.exec('create table something (of text)');
  other.close();
  await backUp(folder, backup);
  await database.close();
  expect(() => restore(folder, junk)).toThrow(`${junk} is damaged, or not a database.`);
  expect(() => restore(folder, foreign)).toThrow(`${foreign} holds no thoughts.`);
  expect(() => restore(folder, join(folder, 'nothing'))).toThrow(/There is no file/u);
  expect(() => restore(folder, folder)).toThrow(/There is no file/u);
  addStraySession(backup);
  expect(() => restore(folder, backup)).toThrow(`${backup} is damaged.`);
  const bytes = fs.readFileSync(backup);
  fs.writeFileSync(backup, bytes.fill(7, bytes.length / 2));
  expect(() => restore(folder, backup)).toThrow(`${backup} is damaged`);
  expect(fs.existsSync(`${databaseFileIn(folder)}.unfinished`)).toBe(false);
  expect(await textsOf(openTestFolder(folder))).toEqual([text]);
});

test('killed at any step, a restore leaves the old board whole or the new one', async () => {
  const found = new Set<string>();
  const backup = await prepareBackup(temporaryFolder());
  for (let step = 1, isKilled = true; isKilled; step += 1) {
    const folder = temporaryFolder();
    const release = await prepareBoard(folder);
    isKilled = killWhileRestoring(folder, { backup, step });
    release();
    const database = openTestFolder(folder);
    const board = await textsOf(database);
    await database.close();
    expect([OLD, NEW]).toContainEqual(board);
    const isNew = board.includes('in the backup');
    expect(isNew ? textsIn(previousIn(folder)) : OLD).toEqual(OLD);
    found.add(board.join(' and '));
  }
  expect([...found]).toEqual([OLD.join(' and '), ...NEW]);
}, 120_000);

test('a restore keeps the previous board in one file, also after a crash, so that it can be restored again', async () => {
  const folder = temporaryFolder();
  const backup = await prepareBackup(temporaryFolder());
  (await prepareBoard(folder))();
  restore(folder, restore(folder, backup) ?? '');
  expect(textsIn(databaseFileIn(folder))).toEqual(OLD);
});

test('what a killed restore has left, with its log, is in no later one', async () => {
  const [folder, killed] = [temporaryFolder(), temporaryFolder()];
  const release = await prepareBoard(killed);
  for (const end of ['', '-wal']) {
    const left = `${databaseFileIn(folder)}.unfinished${end}`;
    fs.copyFileSync(databaseFileIn(killed) + end, left);
  }
  release();
  restore(folder, await prepareBackup(temporaryFolder()));
  expect(textsIn(databaseFileIn(folder))).toEqual(NEW);
});

test('a database that the administrator restores, or makes by an import, belongs to the server’s user', async (context) => {
  if (process.getuid?.() !== 0) return context.skip('To give files away takes root.');
  const folder = temporaryFolder();
  const backup = await prepareBackup(folder);
  fs.chownSync(folder, NOBODY, NOBODY);
  restore(folder, backup);
  await openTestFolder(folder).close();
  expect(ownersIn(folder)).toEqual([NOBODY, NOBODY]);
  const imported = temporaryFolder();
  fs.chownSync(imported, NOBODY, NOBODY);
  const database = await openOrCreate({ databaseURL: null, dataFolder: imported });
  await addThought(database);
  // A crash would leave what SQLite keeps beside it, too.
  expect(
    fs.readdirSync(imported).filter((name) => fs.statSync(join(imported, name)).uid === 0),
  ).toEqual([]);
  await database.close();
  expect(ownersIn(imported)).toEqual([NOBODY, NOBODY]);
});

function ownersIn(folder: string): number[] {
  return [databaseFileIn(folder), lockFileIn(folder)].map((file) => fs.statSync(file).uid);
}

test('a backup of an interrupted restore is refused, and so are its people', async () => {
  const folder = temporaryFolder();
  const backup = await prepareBackup(folder);
  await openTestFolder(folder).close();
  fs.renameSync(backup, restoredFileIn(folder));
  await expect(backUp(folder, join(folder, 'another'))).rejects.toThrow(
    /was interrupted: start the board/u,
  );
  expect(await runOperatorCommand('people', folder, 'list')).toEqual({
    code: 1,
    said: expect.stringMatching(/was interrupted: start the board/u),
  });
  await openTestFolder(folder).close();
  await backUp(folder, join(folder, 'another'));
  expect(textsIn(join(folder, 'another'))).toEqual(NEW);
});

test('a restore ends all sessions, keeps the people, and begins a new epoch, so that open screens read their lists again', async () => {
  const folder = temporaryFolder();
  const backup = join(folder, 'backup.sqlite');
  const first = openTestFolder(folder);
  const selectEpoch = { sql: `select "value" from "meta" where "key" = 'epoch'` };
  await first.write(
    { sql: `insert into "users" ("uid", "creationTime", "lastSignInTime") values ('ada', 1, 1)` },
    insertSession('a token'),
  );
  const [before] = await first.read(selectEpoch);
  await first.close();
  await backUp(folder, backup);
  expect(restore(folder, backup)).toBe(previousIn(folder));
  const [people, sessions, after] = await openTestFolder(folder).read(
    { sql: 'select "uid" from "users"' },
    { sql: 'select "uid" from "sessions"' },
    selectEpoch,
  );
  expect([people, sessions]).toEqual([[{ uid: 'ada' }], []]);
  expect(after).not.toEqual(before);
});

async function addThought(database: Database, text: string = newId()): Promise<string> {
  await database.write(insertThought({ text }));
  return text;
}

async function textsOf(database: Database): Promise<string[]> {
  const [rows] = await database.read<[{ text: string }]>({
    sql: 'select "text" from "Thoughts-Data" order by "text"',
  });
  return rows.map(({ text }) => text);
}

/** Adds a session of a person who does not exist, as no program of ours does. */
function addStraySession(file: string): void {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  const { sql, parameters } = insertSession('a token', 'nobody');
  database.prepare(sql).run(parameters);
  database.close();
}

async function prepareBackup(folder: string): Promise<string> {
  const source = join(folder, 'source');
  fs.mkdirSync(source);
  const database = openTestFolder(source);
  await addThought(database, 'in the backup');
  await database.close();
  await backUp(source, join(folder, 'backup.sqlite'));
  return join(folder, 'backup.sqlite');
}

/** Makes a board with a reader that keeps its log from being folded into its file; returns what ends the reader. */
async function prepareBoard(folder: string): Promise<() => void> {
  const database = openTestFolder(folder);
  await addThought(database, 'in the file');
  await database.close();
  const reader = openForReading(databaseFileIn(folder));
  reader.exec('begin; select count(*) from "Thoughts-Data"');
  const writer = openForWriting(databaseFileIn(folder));
  const { sql, parameters } = insertThought({ text: 'in the log' });
  writer.prepare(sql).run(parameters);
  writer.close();
  return () => reader.close();
}

/** Restores in a process that is killed at the given step; returns whether it got that far. */
function killWhileRestoring(
  folder: string,
  { backup, step }: { backup: string; step: number },
): boolean {
  const script = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const [, folder, backup, step] = process.argv;
    let taken = 0;
    for (const name of ${JSON.stringify(STEPS)}) {
      const take = fs[name];
      fs[name] = (...args) => {
        taken += 1;
        if (taken === Number(step)) process.kill(process.pid, 'SIGKILL');
        return take(...args);
      };
    }
    syncBuiltinESMExports();
    const { restore } = await import(${JSON.stringify(join(import.meta.dirname, 'backup.ts'))});
    restore(folder, backup);`;
  const args = ['--input-type=module', '-e', script, folder, backup, String(step)];
  const { signal, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stderr).toBe('');
  return signal === 'SIGKILL';
}

/** The one previous database in a folder. */
function previousIn(folder: string): string {
  const kept = fs.readdirSync(folder).filter((name) => /-before-.*\.sqlite$/u.test(name));
  expect(kept).toHaveLength(1);
  return join(folder, kept[0] ?? '');
}

function textsIn(file: string): unknown[] {
  using database = openForReading(file);
  const rows = database.prepare('select text from "Thoughts-Data" order by text').all();
  return rows.map(({ text }) => text);
}
