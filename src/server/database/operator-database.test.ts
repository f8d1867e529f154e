import { chownSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { ensureDatabase, openForOperator } from './operator-database.ts';

/** The user `nobody`, as whom the server may run. */
const NOBODY = 65_534;

test('the board that an administrator makes in another’s folder is that one’s', async (context) => {
  if (process.getuid?.() !== 0) return context.skip('To give files away takes root.');
  const dataFolder = temporaryFolder();
  chownSync(dataFolder, NOBODY, NOBODY);
  await ensureDatabase({ databaseURL: null, dataFolder });
  const database = await openForOperator({ databaseURL: null, dataFolder });
  await database.write({ sql: `update "meta" set "value" = "value"` });
  const owners = readdirSync(dataFolder).map((name) => [
    name,
    statSync(join(dataFolder, name)).uid,
  ]);
  await database.close();
  expect(owners).toContainEqual(['thoughts.sqlite-wal', NOBODY]);
  expect(owners.filter(([, uid]) => uid !== NOBODY)).toEqual([]);
});
