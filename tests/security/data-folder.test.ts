import { chmodSync, chownSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { newTextID } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import { signIn } from '#server/testing/sign-in.ts';
import { createBoardProcess, type BoardProcess } from '#tests/faults/support/board-process.ts';
import { pause } from '#tests/faults/support/pause.ts';
import { lockDatabase } from '#tests/faults/support/stored-thoughts.ts';
import { temporaryFolder } from '#tests/faults/support/temporary-folder.ts';

/** The user `nobody`, who must not write where only others may. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

test('a data folder that cannot be made ends the start with a clear message', async () => {
  const board = await createBoard('/proc/thought-cloud');
  await expect(board.start()).rejects.toThrow("The data folder /proc/thought-cloud can't be");
}, 15_000);

test('a read-only data folder ends the start with a clear message', async (context) => {
  if (!isRoot) return context.skip('Another user to start a server as takes root.');
  const folder = temporaryFolder();
  chownSync(folder, NOBODY, NOBODY);
  chmodSync(folder, 0o555);
  const board = await createBoard(folder, NOBODY);
  await expect(board.start()).rejects.toThrow(`The data folder ${folder} can't be written to.`);
});

test('while another program holds the database, reading goes on and writes wait', async () => {
  const folder = temporaryFolder();
  const board = await createBoard(folder);
  await board.start();
  const ada = await signIn(board.origin, { name: 'Ada', email: 'ada@example.com' });
  const lock = lockDatabase(folder);
  const path = `${PATHS.thoughts}/${newTextID()}`;
  const write = ada.sendJSON('PUT', path, { text: 'waits' });
  const read = ada.send(PATHS.thoughts).then(({ status }) => status);
  const first = await Promise.race([read, pause(1_000).then(() => 'reading waits as well')]);
  lock.release();
  expect((await write).status).toBe(204);
  expect(first).toBe(200);
});

async function createBoard(dataFolder: string, uid?: number): Promise<BoardProcess> {
  const board = await createBoardProcess({ dataFolder, ...(uid !== undefined && { uid }) });
  onTestFinished(async () => {
    await board.end('SIGKILL');
  });
  return board;
}
