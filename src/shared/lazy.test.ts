import { expect, test, vi } from 'vitest';
import { createLazy } from './lazy.ts';

test('a value is made once, and again only when making it failed', async () => {
  const make = vi.fn<() => Promise<object>>(async () => ({}));
  make.mockRejectedValueOnce(new Error('out of files'));
  const lazy = createLazy(make);
  await expect(lazy()).rejects.toThrow('out of files');
  const [first, second] = await Promise.all([lazy(), lazy()]);
  expect(first).toBe(second);
  expect(make).toHaveBeenCalledTimes(2);
});
