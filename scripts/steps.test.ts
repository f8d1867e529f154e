import { expect, test, vi } from 'vitest';
import { inTurn, sideBySide, summarize } from './steps.mjs';

test('the last line sums up all steps, and one that failed is named with its cause', async () => {
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const results = await inTurn([
    { name: 'first', run: async () => ({ passed: 3, failed: 1, failures: ['a: b'] }) },
    { name: 'second', run: async () => ({ passed: 2, failed: 0, notes: ['200 kills'] }) },
  ]);
  const code = summarize(results);
  const lines = print.mock.calls.flat().join('\n');
  expect(lines.split('\n').at(-1)).toBe('5 passed, 1 failed');
  expect(lines).toContain('\nfailed: first, a: b\n');
  expect(lines).toContain('\n    200 kills\n');
  expect(code).toBe(1);
});

test('a step that cannot run counts as failed, and the next ones still run', async () => {
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const results = await sideBySide([
    [
      { name: 'first', run: () => Promise.reject(new Error('no such program')) },
      { name: 'second', run: async () => ({ passed: 2, failed: 0 }) },
    ],
    [{ name: 'beside', run: async () => ({ passed: 1, failed: 0 }) }],
  ]);
  const code = summarize(results);
  expect(print).toHaveBeenLastCalledWith('\n3 passed, 1 failed');
  expect(print).toHaveBeenCalledWith('failed: first, Error: no such program');
  expect(told).toHaveBeenCalledOnce();
  expect(code).toBe(1);
});

test('where nothing failed the exit code is 0', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const only = { name: 'only', run: async () => ({ passed: 1, failed: 0 }) };
  expect(summarize(await inTurn([only]))).toBe(0);
});
