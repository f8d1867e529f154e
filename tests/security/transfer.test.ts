import { expect, test } from 'vitest';
import { servePostgres } from '#tests/postgres/serve-postgres.ts';
import { temporaryFolder } from '#tests/faults/support/temporary-folder.ts';
import { startTrial } from '#tests/faults/support/trial.ts';
import { moveBoard } from '#tests/faults/trials/transfer.ts';

const postgres = servePostgres();

test('two thousand thoughts go from SQLite to PostgreSQL and back, and stay the same', async () => {
  const { hashes, failed } = await moveBoard(startTrial('transfer'), {
    url: await postgres().createDatabase(),
    folder: temporaryFolder(),
    thoughts: 2_000,
  });
  expect(failed).toEqual([]);
  expect(hashes).toEqual([hashes[0], hashes[0], hashes[0]]);
});
