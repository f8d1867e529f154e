import { expect, test } from 'vitest';
import { Problem } from '#shared/problem.ts';
import { reportReadFailures } from './report-read-failures.ts';

test('where no address of the database answers, the reason names each of them', async () => {
  const cause = new AggregateError([new Error('::1 refused'), new Error('127.0.0.1 refused')]);
  expect(await reasonsOf(new Problem('unavailable', { cause }))).toEqual([
    '::1 refused, 127.0.0.1 refused',
  ]);
});

test('a read that is refused because too many wait is told of as no failure', async () => {
  expect(await reasonsOf(new Problem('unavailable'))).toEqual([]);
});

/** What is told of a read that fails so. */
async function reasonsOf(problem: Problem): Promise<string[]> {
  const reasons: string[] = [];
  const read = reportReadFailures(
    () => Promise.reject(problem),
    (reason) => reasons.push(reason),
  );
  await expect(read()).rejects.toThrow('unavailable');
  return reasons;
}
