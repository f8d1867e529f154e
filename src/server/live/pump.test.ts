import { expect, test, vi } from 'vitest';
import { createPump } from './pump.ts';

test('a failure is reported once until a run succeeds', async () => {
  const task = vi.fn<() => Promise<void>>(async () => {});
  const onError = vi.fn<(error: unknown) => void>();
  const request = createPump(task, onError);
  let runs = 0;
  for (const reason of ['away', 'full', null, 'full', null]) {
    if (reason !== null) task.mockRejectedValueOnce(new Error(reason));
    request();
    runs += 1;
    await vi.waitFor(() => expect(task).toHaveBeenCalledTimes(runs));
  }
  expect(onError.mock.calls).toEqual([[new Error('away')], [new Error('full')]]);
});
