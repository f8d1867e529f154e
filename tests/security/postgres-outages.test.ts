import { expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { servePostgres } from '#tests/postgres/serve-postgres.ts';
import { startTrial } from '#tests/faults/support/trial.ts';
import { outlastOutages } from '#tests/faults/trials/postgres-outages.ts';

const postgres = servePostgres({ isDurable: true });

test('whatever happens to PostgreSQL loses nothing and doubles nothing', async () => {
  const outcome = await outlastOutages(startTrial('outages of PostgreSQL'), {
    postgres: postgres(),
    dataFolders: [temporaryFolder(), temporaryFolder()],
    outages: 7,
    longest: 1_000,
  });
  expect(outcome).toMatchObject({ wrong: [], strange: [], behind: 0 });
  expect(outcome.slowest).toBeLessThan(5_000);
  expect(Math.min(outcome.writes, outcome.reads)).toBeGreaterThan(10);
}, 60_000);
