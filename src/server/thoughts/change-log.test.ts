import { expect, test } from 'vitest';
import { typed } from '#server/database/typed-rows.ts';
import { createChangeLog } from './change-log.ts';

test('a database that answers with no row at all fails the asker, not with a position of nothing', async () => {
  const log = createChangeLog({ read: async () => typed([[]]) });
  await expect(log.position()).rejects.toThrow('one row');
});
