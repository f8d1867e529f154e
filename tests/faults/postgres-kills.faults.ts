import { expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { servePostgres } from '#tests/postgres/serve-postgres.ts';
import { amountOf, startTrial } from '#tests/faults/support/trial.ts';
import { killOverPostgres } from '#tests/faults/trials/postgres-kills.ts';

const postgres = servePostgres({ isDurable: true });

test('PostgreSQL and its servers killed again and again have every acknowledged thought, once', async () => {
  const outcome = await killOverPostgres(startTrial('kill -9 over PostgreSQL'), {
    postgres: postgres(),
    dataFolders: [temporaryFolder(), temporaryFolder()],
    kills: amountOf('KILLS', 500),
  });
  expect(outcome).toMatchObject({ different: [] });
});
