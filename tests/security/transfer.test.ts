import { expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { servePostgres } from '#tests/postgres/serve-postgres.ts';
import { serveFirebase } from '#tests/faults/support/serve-firebase.ts';
import { startTrial } from '#tests/faults/support/trial.ts';
import { moveBoard, type Place } from '#tests/faults/trials/transfer.ts';

const postgres = servePostgres();

test.each<[string, (() => Promise<Place>)[]]>([
  ['to PostgreSQL', [servePostgresDatabase]],
  ['to PostgreSQL, to Firebase', [servePostgresDatabase, serveFirebase]],
])('two thousand thoughts go from SQLite %s and back, and stay the same', async (_way, serves) => {
  const { hashes, failed } = await moveBoard(startTrial('transfer'), {
    between: await Promise.all(serves.map((serve) => serve())),
    folder: temporaryFolder(),
    thoughts: 2_000,
  });
  expect(failed).toEqual([]);
  expect(hashes).toEqual(hashes.map(() => hashes[0]));
});

function servePostgresDatabase(): Promise<Place> {
  return postgres().createDatabase();
}
