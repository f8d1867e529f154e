import { join } from 'node:path';
import { expect, test } from 'vitest';
import { servePostgres } from '#tests/postgres/serve-postgres.ts';
import { serveFirebase } from '#tests/faults/support/serve-firebase.ts';
import { temporaryFolder } from '#tests/faults/support/temporary-folder.ts';
import { startTrial } from '#tests/faults/support/trial.ts';
import { moveBoard, type Place } from '#tests/faults/trials/transfer.ts';

const postgres = servePostgres();

test.each([
  ['to PostgreSQL', async () => []],
  ['to PostgreSQL, to Firebase', async () => [await serveFirebase()]],
])(
  'two thousand thoughts go from SQLite %s and back, and stay the same',
  async (_way, makeMore) => {
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
      thoughts: 2_000,
    });
    expect(failed).toEqual([]);
    expect(hashes).toEqual(hashes.map(() => hashes[0]));
  },
);
