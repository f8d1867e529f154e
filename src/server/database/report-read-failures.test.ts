import { expect, test } from 'vitest';
import { Problem } from '#shared/problem.ts';
import { reportReadFailures } from './report-read-failures.ts';

test('where no address of the database answers, the reason names each of them', async () => {
  const cause = new AggregateError([new Error('::1 refused'), new Error('127.0.0.1 refused')]);
  const reasons: string[] = [];
  const read = reportReadFailures(
    () => Promise.reject(new Problem('unavailable', { cause })),
    (reason) => reasons.push(reason),
  );
  await expect(read()).rejects.toThrow('unavailable');
  expect(reasons).toEqual(['::1 refused, 127.0.0.1 refused']);
});
