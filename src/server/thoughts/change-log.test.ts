import { expect, test } from 'vitest';
import { createChangeLog } from './change-log.ts';

test('a database that answers with no row at all fails the asker, not with a position of nothing', () => {
  const log = createChangeLog({ read: () => [], snapshot: (read) => read() });
  expect(() => log.position()).toThrow('one row');
});
