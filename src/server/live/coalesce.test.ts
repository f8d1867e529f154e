import { expect, test } from 'vitest';
import { coalesce } from './coalesce.ts';

test('who asks while the task runs gets the next run, which is one for all of them', async () => {
  const { runs, ask, settled } = setUp();
  const first = ask();
  await settled();
  const later = [ask(), ask(), ask()];
  await settled();
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await first;
  await settled();
  expect(runs).toHaveLength(2);
  runs[1]?.resolve();
  await Promise.all(later);
  expect(runs).toHaveLength(2);
});

test('who asks before the run has begun shares it', async () => {
  const { runs, ask, settled } = setUp();
  const asked = [ask(), ask()];
  await settled();
  runs[0]?.resolve();
  await Promise.all(asked);
  expect(runs).toHaveLength(1);
});

test('who asks after a run gets another', async () => {
  const { runs, ask, settled } = setUp();
  for (let count = 1; count <= 3; count += 1) {
    const asked = ask();
    await settled();
    expect(runs).toHaveLength(count);
    runs.at(-1)?.resolve();
    await asked;
  }
});

test('a failure is told to those who asked, and the next run works', async () => {
  const { runs, ask, settled } = setUp();
  const failing = Promise.allSettled([ask(), ask()]);
  await settled();
  const next = ask();
  runs[0]?.reject(new Error('disk I/O error'));
  expect(await failing).toMatchObject([
    { reason: { message: 'disk I/O error' } },
    { reason: { message: 'disk I/O error' } },
  ]);
  await settled();
  runs[1]?.resolve();
  await expect(next).resolves.toBeUndefined();
});

function setUp() {
  const runs: PromiseWithResolvers<void>[] = [];
  const ask = coalesce(() => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  return {
    runs,
    ask,
    /** Resolves when all has begun that can. */
    settled: () => new Promise(setImmediate),
  };
}
