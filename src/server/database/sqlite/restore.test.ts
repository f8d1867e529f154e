import { spawnSync } from 'node:child_process';
import {
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { newId } from '#shared/thought.ts';
import { runOperatorCommand } from '#server/testing/operator-command.ts';
import { openTestFolder } from '#server/testing/test-database.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { databaseFileIn, lockFileIn } from './data-folder.ts';
import { backUp, restore, restoredFileIn } from './backup.ts';
import { openForReading, openForWriting } from './connection.ts';

/** What a restore does to the files that it leaves; each may be the last thing it does. */
const STEPS = ['renameSync', 'linkSync', 'copyFileSync', 'fsyncSync'];
/** The user `nobody`, as whom the server may run. */
const NOBODY = 65_534;
const OLD = ['in the file', 'in the log'];
const NEW = ['in the backup'];

test('killed at any step, a restore leaves the old board whole or the new one', async () => {
  const found = new Set<string>();
  for (let step = 1, isKilled = true; isKilled; step += 1) {
    const folder = temporaryFolder();
    const backup = await prepareBackup(folder);
    const letGo = await prepareBoard(folder);
    isKilled = killWhileRestoring(folder, { backup, step });
    letGo();
    const database = openTestFolder(folder);
    const [texts] = await database.read<[{ text: string }]>({
      sql: 'select text from "Thoughts-Data"',
    });
    const board = texts.map(({ text }) => text).toSorted();
    await database.close();
    expect([OLD, NEW]).toContainEqual(board);
    const isNew = board.includes('in the backup');
    expect(isNew ? textsIn(formerIn(folder)) : OLD).toEqual(OLD);
    found.add(board.join(' and '));
  }
  expect([...found]).toEqual([OLD.join(' and '), ...NEW]);
}, 120_000);

test('what the administrator restores belongs to the server’s user', async (context) => {
  if (process.getuid?.() !== 0) return context.skip('To give files away takes root.');
  const folder = temporaryFolder();
  const backup = await prepareBackup(folder);
  chownSync(folder, NOBODY, NOBODY);
  restore(folder, backup);
  await openTestFolder(folder).close();
  const files = [databaseFileIn(folder), lockFileIn(folder)];
  expect(files.map((file) => statSync(file).uid)).toEqual([NOBODY, NOBODY]);
});

test('a backup of an interrupted restore is refused, and so are its people', async () => {
  const folder = temporaryFolder();
  const backup = await prepareBackup(folder);
  await openTestFolder(folder).close();
  renameSync(backup, restoredFileIn(folder));
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

test('a damaged file, and one of a person who is not there, is refused, and the board stays', async () => {
  const folder = temporaryFolder();
  const backup = await prepareBackup(folder);
  await openTestFolder(folder).close();
  const stray = new DatabaseSync(backup, { enableForeignKeyConstraints: false });
  stray.exec(`insert into "sessions" values ('a token', 'nobody', 'an issuer', 1, 1)`);
  stray.close();
  expect(() => restore(folder, backup)).toThrow(`${backup} is damaged.`);
  const bytes = readFileSync(backup);
  writeFileSync(backup, bytes.fill(7, bytes.length / 2));
  expect(() => restore(folder, backup)).toThrow(/damaged|malformed|not a database/u);
  expect(textsIn(databaseFileIn(folder))).toEqual([]);
});

test('a restore ends all sessions, and keeps the people', async () => {
  const folder = temporaryFolder();
  const backup = join(folder, 'backup.sqlite');
  const first = openTestFolder(folder);
  await first.write(
    { sql: `insert into "users" ("uid", "creationTime", "lastSignInTime") values ('ada', 1, 1)` },
    { sql: `insert into "sessions" values ('a token', 'ada', 'an issuer', 1, 1)` },
  );
  await first.close();
  await backUp(folder, backup);
  restore(folder, backup);
  const found = openTestFolder(folder).read(
    { sql: 'select "uid" from "users"' },
    { sql: 'select "uid" from "sessions"' },
  );
  expect(await found).toEqual([[{ uid: 'ada' }], []]);
});

test('a restore begins a new epoch, so that open screens read their lists again', async () => {
  const folder = temporaryFolder();
  const backup = await prepareBackup(folder);
  const selectEpoch = { sql: `select "value" from "meta" where "key" = 'epoch'` };
  const before = openTestFolder(join(folder, 'source'));
  const former = await before.read(selectEpoch);
  await before.close();
  restore(folder, backup);
  expect(await openTestFolder(folder).read(selectEpoch)).not.toEqual(former);
});

async function prepareBackup(folder: string): Promise<string> {
  const source = join(folder, 'source');
  mkdirSync(source);
  const database = openTestFolder(source);
  await database.write(insertThought('in the backup'));
  await database.close();
  await backUp(source, join(folder, 'backup.sqlite'));
  return join(folder, 'backup.sqlite');
}

/** Makes a board whose log can't be folded into its file: another program reads it until it is let go. */
async function prepareBoard(folder: string): Promise<() => void> {
  const database = openTestFolder(folder);
  await database.write(insertThought('in the file'));
  await database.close();
  const reader = openForReading(databaseFileIn(folder));
  reader.exec('begin; select count(*) from "Thoughts-Data"');
  const writer = openForWriting(databaseFileIn(folder));
  const { sql, parameters } = insertThought('in the log');
  writer.prepare(sql).run(...parameters);
  writer.close();
  return () => reader.close();
}

/** Restores in a process that is killed at the given step; returns whether it came so far. */
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
    const { restore } = await import('${join(import.meta.dirname, 'backup.ts')}');
    restore(folder, backup);`;
  const args = ['--input-type=module', '-e', script, folder, backup, String(step)];
  const { signal, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stderr).toBe('');
  return signal === 'SIGKILL';
}

function insertThought(text: string) {
  return {
    sql: `insert into "Thoughts-Data" values (?, 'ada', 'Ada', ?, 1, '', 1)`,
    parameters: [newId(), text],
  };
}

/** The one database that was kept in a folder. */
function formerIn(folder: string): string {
  const kept = readdirSync(folder).filter((name) => /-before-.*\.sqlite$/u.test(name));
  expect(kept).toHaveLength(1);
  return join(folder, kept[0] ?? '');
}

function textsIn(file: string): unknown[] {
  using database = openForReading(file);
  const rows = database.prepare('select text from "Thoughts-Data" order by text').all();
  return rows.map(({ text }) => text);
}
