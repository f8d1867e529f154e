import { join } from 'node:path';
import { expect, test } from 'vitest';
import { servePostgres } from '#tests/postgres/serve-postgres.ts';
import { serveFirebase } from '#tests/faults/support/serve-firebase.ts';
import { temporaryFolder } from '#tests/faults/support/temporary-folder.ts';
import { amountOf, startTrial } from '#tests/faults/support/trial.ts';
import { moveBoard, type Place } from '#tests/faults/trials/transfer.ts';

const postgres = servePostgres();

test.each([
  ['to PostgreSQL', async () => []],
  ['to PostgreSQL, to Firebase', async () => [await serveFirebase()]],
])('a large board goes from SQLite %s and back, and stays the same', async (_way, makeMore) => {
  const folder = temporaryFolder();
  const more: Place[] = await makeMore();
  const { hashes, failed } = await moveBoard(startTrial('transfer'), {
    places: [
      join(folder, 'first'),
      await postgres().createDatabase(),
      ...more,
      join(folder, 'last'),
    ],
    folder,
    thoughts: amountOf('THOUGHTS', 100_000),
  });
  expect(failed).toEqual([]);
  expect(hashes).toEqual(hashes.map(() => hashes[0]));
});
