import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { newId } from '#shared/id.ts';
import { PATHS } from '#shared/wire.ts';
import { databaseFileIn } from '#server/database/sqlite/data-folder.ts';
import { signIn } from '#tests/server/sign-in.ts';
import { temporaryFolder } from '#tests/server/test-board.ts';
import { ADA, startBoard, startOnBadMachine } from '#tests/faults/support/board-process.ts';
import { compareStored } from '#tests/faults/support/stored.ts';

test.for([
  ['I/O error', 'disk I/O error'],
  ['no space', 'database or disk is full'],
  ['read-only', 'disk I/O error'],
] as const)(
  'while the disk says "%s" reads go on, health and the log report it, and everything works afterwards',
  async ([writeError, cause], context) => {
    const { board, machine, dataFolder, visitor, readLog } = await startOnBadMachine(context);
    const [sent, acknowledged] = [new Set<string>(), new Set<string>()];
    const add = async (): Promise<number> => {
      const text = newId();
      sent.add(text);
      const { status } = await visitor.sendJSON('PUT', `${PATHS.thoughts}/${text}`, { text });
      if (status === 200) acknowledged.add(text);
      return status;
    };
    const statusOf = async (path: string): Promise<number> => (await visitor.send(path)).status;
    expect(await add()).toBe(200);
    machine.set({ writeError });
    expect(await add()).toBe(503);
    expect([await statusOf(PATHS.thoughts), await statusOf(PATHS.session)]).toEqual([200, 200]);
    expect(await statusOf(PATHS.ready)).toBe(503);
    expect(readLog()).toContain(cause);
    // When only every n-th write or sync fails, each step of a commit does.
    for (let every = 2; every < 9; every += 1) {
      machine.set({ writeError, every });
      for (let count = 0; count < 5; count += 1) expect([200, 503]).toContain(await add());
      expect(await statusOf(PATHS.thoughts)).toBe(200);
    }
    machine.set({});
    await vi.waitFor(async () => expect(await add()).toBe(200), 5_000);
    await vi.waitFor(async () => expect(await statusOf(PATHS.ready)).toBe(200), 5_000);
    await board.end('SIGTERM');
    expect(compareStored(dataFolder, { sent, acknowledged })).toEqual([]);
  },
);

test('a disk that syncs slowly holds up no reads', async (context) => {
  const { machine, visitor } = await startOnBadMachine(context);
  machine.set({ syncDelay: 1_000 });
  let isWritten = false;
  const path = `${PATHS.thoughts}/${newId()}`;
  const write = visitor.sendJSON('PUT', path, { text: 'slowly' }).then(({ status }) => {
    isWritten = true;
    return status;
  });
  expect((await visitor.send(PATHS.thoughts)).status).toBe(200);
  expect((await visitor.send(PATHS.ready)).status).toBe(200);
  expect(isWritten).toBe(false);
  expect(await write).toBe(200);
});

test('while another program holds the database, reads go on, and writes wait or are refused for now', async () => {
  const dataFolder = temporaryFolder();
  const logFile = join(dataFolder, 'log');
  const { origin } = await startBoard({ dataFolder, logFile });
  const ada = await signIn(origin, ADA);
  const add = () => ada.sendJSON('PUT', `${PATHS.thoughts}/${newId()}`, { text: 'hello' });
  using other = new DatabaseSync(join(dataFolder, 'thoughts.sqlite'));
  other.exec('begin immediate');
  const waiting = add();
  // If the read waited for the write, the write would be refused by then.
  expect((await ada.send(PATHS.thoughts)).status).toBe(200);
  other.exec('rollback');
  expect((await waiting).status).toBe(200);
  other.exec('begin immediate');
  const refused = await add();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  expect((await ada.send(PATHS.ready)).status).toBe(503);
  other.exec('rollback');
  expect((await add()).status).toBe(200);
  const log = readFileSync(logFile, 'utf8');
  expect(log).toContain('"reason":"database is locked","msg":"a commit failed"');
  expect(log).not.toContain('"stack"');
}, 60_000);

test('no write is acknowledged once the database was deleted, and one that is put back is written on', async () => {
  const dataFolder = temporaryFolder();
  const { origin } = await startBoard({ dataFolder });
  const ada = await signIn(origin, ADA);
  const add = async () =>
    (await ada.sendJSON('PUT', `${PATHS.thoughts}/${newId()}`, { text: 'hello' })).status;
  const file = databaseFileIn(dataFolder);
  expect(await add()).toBe(200);
  renameSync(file, `${file}.away`);
  expect([await add(), (await ada.send(PATHS.thoughts)).status]).toEqual([503, 200]);
  renameSync(`${file}.away`, file);
  expect(await add()).toBe(200);
});
