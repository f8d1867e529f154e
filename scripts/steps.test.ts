import { expect, test, vi } from 'vitest';
import { runSteps } from './steps.mjs';

test('the last line sums up all steps, and one that failed is named', async () => {
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const code = await runSteps([
    { name: 'first', run: async () => ({ passed: 3, failed: 1, failures: ['a: b'] }) },
    { name: 'second', run: async () => ({ passed: 2, failed: 0, flaky: ['c: d'] }) },
  ]);
  const lines = print.mock.calls.flat().join('\n');
  expect(lines.split('\n').at(-1)).toBe('5 passed, 1 failed');
  expect(lines).toContain('\nfailed: a: b\n');
  expect(lines).toContain('\nflaky, passed on a retry: c: d\n');
  expect(code).toBe(1);
});

test('a step that cannot run counts as failed, and the next ones still run', async () => {
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const code = await runSteps([
    { name: 'first', run: () => Promise.reject(new Error('no such program')) },
    { name: 'second', run: async () => ({ passed: 2, failed: 0 }) },
  ]);
  expect(print).toHaveBeenLastCalledWith('\n2 passed, 1 failed');
  expect(print).toHaveBeenCalledWith('failed: Error: no such program');
  expect(told).toHaveBeenCalledOnce();
  expect(code).toBe(1);
});

test('where nothing failed the exit code is 0', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  expect(await runSteps([{ name: 'only', run: async () => ({ passed: 1, failed: 0 }) }])).toBe(0);
});
