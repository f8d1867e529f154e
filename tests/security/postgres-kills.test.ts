import { expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { servePostgres } from '#tests/postgres/serve-postgres.ts';
import { startTrial } from '#tests/faults/support/trial.ts';
import { killOverPostgres } from '#tests/faults/trials/postgres-kills.ts';

const postgres = servePostgres({ isDurable: true });

test('four kills of servers and PostgreSQL leave every acknowledged thought, once', async () => {
  const outcome = await killOverPostgres(startTrial('kill -9 over PostgreSQL'), {
    postgres: postgres(),
    dataFolders: [temporaryFolder(), temporaryFolder()],
    kills: 4,
  });
  expect(outcome).toMatchObject({ different: [] });
  expect(outcome.acknowledged).toBeGreaterThan(0);
});
