import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newId } from '#shared/id.ts';
import { PATHS } from '#shared/wire.ts';
import { signIn } from '#server/testing/sign-in.ts';
import { temporaryFolder } from '#server/testing/test-board.ts';
import { ADA, startBoard } from '#tests/faults/support/board-process.ts';
import { lockDatabase } from '#tests/faults/support/stored.ts';

test('while another program holds the database, reads go on and writes wait', async () => {
  const { dataFolder, ada, add } = await openBoard();
  const lock = lockDatabase(dataFolder);
  const write = add();
  // If the read waited for the write, the write would be refused by then.
  expect((await ada.send(PATHS.thoughts)).status).toBe(200);
  lock.release();
  expect((await write).status).toBe(204);
});

test('a write that another program blocks is refused for now', async () => {
  const { dataFolder, logFile, ada, add } = await openBoard();
  const lock = lockDatabase(dataFolder);
  const refused = await add();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  expect((await ada.send(PATHS.ready)).status).toBe(503);
  lock.release();
  expect((await add()).status).toBe(204);
  const log = readFileSync(logFile, 'utf8');
  expect(log).toContain('"reason":"database is locked","msg":"a commit failed"');
  expect(log).not.toContain('"stack"');
}, 60_000);

async function openBoard() {
  const dataFolder = temporaryFolder();
  const logFile = join(dataFolder, 'log');
  const { origin } = await startBoard({ dataFolder, logFile });
  const ada = await signIn(origin, ADA);
  const add = () => ada.sendJSON('PUT', `${PATHS.thoughts}/${newId()}`, { text: 'hello' });
  return { dataFolder, logFile, ada, add };
}
