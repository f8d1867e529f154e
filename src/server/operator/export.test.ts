import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { openForOperator } from '#server/database/open-database.ts';
import { delayed } from '#tests/server/gate.ts';
import { openTestDatabase, temporaryBoard, temporaryFolder } from '#tests/server/test-board.ts';
import { insertThought } from '#tests/setup/samples.ts';
import { exportBoard } from './board-file.ts';
import { createSQLBoard } from './sql-board.ts';

test('an export made during writes is the board at one moment', async () => {
  const board = await temporaryBoard();
  const server = await openTestDatabase(board);
  await server.write(...[1, 2, 3].map((createdAt) => insertThought({ createdAt })));
  const database = await openForOperator(board);
  onTestFinished(() => database.close());
  const folder = temporaryFolder();
  const [before, during] = [join(folder, 'before.jsonl'), join(folder, 'during.jsonl')];
  await exportBoard(createSQLBoard(database), before);
  const writeMeanwhile = async (): Promise<void> => {
    const remove = { sql: 'delete from "Thoughts-Data" where "createdAt" = 1' };
    await server.write(remove, insertThought({ createdAt: 4 }));
  };
  const busy: Database = {
    ...database,
    read: delayed(database.read, writeMeanwhile),
    snapshot: (task) => database.snapshot((read) => task(delayed(read, writeMeanwhile))),
  };
  await exportBoard(createSQLBoard(busy), during);
  expect(readFileSync(during, 'utf8')).toBe(readFileSync(before, 'utf8'));
});
