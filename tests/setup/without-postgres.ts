import { expect, test } from 'vitest';
import { mayLeaveOutPostgres, NO_POSTGRES } from '#scripts/machine.ts';

test('PostgreSQL is there for the tests that need it', ({ skip }) => {
  skip(mayLeaveOutPostgres, 'WITHOUT_POSTGRES=1 leaves out what needs PostgreSQL');
  expect.fail(NO_POSTGRES);
});
