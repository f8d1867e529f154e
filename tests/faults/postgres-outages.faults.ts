import { expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { servePostgres } from '#tests/postgres/serve-postgres.ts';
import { amountOf, startTrial } from '#tests/faults/support/trial.ts';
import { outlastOutages } from '#tests/faults/trials/postgres-outages.ts';

const postgres = servePostgres({ isDurable: true });

test('two servers outlast whatever happens to their PostgreSQL', async () => {
  const outcome = await outlastOutages(startTrial('outages of PostgreSQL'), {
    postgres: postgres(),
    dataFolders: [temporaryFolder(), temporaryFolder()],
    outages: amountOf('OUTAGES', 100),
    longest: 8_000,
  });
  expect(outcome).toMatchObject({ wrong: [], strange: [], behind: 0 });
  expect(outcome.slowest).toBeLessThan(5_000);
});
