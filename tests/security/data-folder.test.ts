import { chmodSync, chownSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import { signIn } from '#server/testing/sign-in.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { createBoardProcess, type BoardProcess } from '#tests/faults/support/board-process.ts';
import { lockDatabase } from '#tests/faults/support/stored-thoughts.ts';

/** The user `nobody`, who must not write where only others may. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

test('a read-only data folder ends the start with a clear message', async (context) => {
  if (!isRoot) return context.skip('Another user to start a server as takes root.');
  const folder = temporaryFolder();
  chownSync(folder, NOBODY, NOBODY);
  chmodSync(folder, 0o555);
  const board = await createBoard(folder, { uid: NOBODY });
  await expect(board.start()).rejects.toThrow(`The data folder ${folder} can't be written to.`);
});

test('while another program holds the database, reading goes on and writes wait', async () => {
  const folder = temporaryFolder();
  const board = await createBoard(folder);
  await board.start();
  const ada = await signIn(board.origin, { name: 'Ada', email: 'ada@example.com' });
  const lock = lockDatabase(folder);
  const path = `${PATHS.thoughts}/${newId()}`;
  const write = ada.sendJSON('PUT', path, { text: 'waits' });
  // If it waited for the write, that would be refused by then.
  expect((await ada.send(PATHS.thoughts)).status).toBe(200);
  lock.release();
  expect((await write).status).toBe(204);
});

test('what another program keeps from being written is asked for again', async () => {
  const folder = temporaryFolder();
  const logFile = join(folder, 'log');
  const board = await createBoard(folder, { logFile });
  await board.start();
  const ada = await signIn(board.origin, { name: 'Ada', email: 'ada@example.com' });
  const lock = lockDatabase(folder);
  const add = () => ada.sendJSON('PUT', `${PATHS.thoughts}/${newId()}`, { text: 'late' });
  const refused = await Promise.all([add(), add(), add()]);
  expect(refused.map(({ status }) => status)).toEqual([503, 503, 503]);
  expect(refused[0]?.headers.get('retry-after')).toBe('2');
  expect((await ada.send(PATHS.ready)).status).toBe(503);
  lock.release();
  expect((await add()).status).toBe(204);
  const log = readFileSync(logFile, 'utf8');
  expect(log).toContain('"reason":"database is locked","msg":"a commit failed"');
  expect(log).not.toContain('"stack"');
}, 60_000);

async function createBoard(
  dataFolder: string,
  options: { uid?: number; logFile?: string } = {},
): Promise<BoardProcess> {
  const board = await createBoardProcess({ dataFolder, ...options });
  onTestFinished(async () => {
    await board.end('SIGKILL');
  });
  return board;
}
