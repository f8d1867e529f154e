// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { locksAnswered, installLocks } from '#tests/client/browser.ts';
import { openPages } from './open-pages.ts';

installLocks();

test('a page is open until it is left', async () => {
  const [here, there] = [openPages(), openPages()];
  const gone = vi.fn<() => void>();
  here.onGone(gone);
  const names = [there.own(), here.own()];
  const areGone = () => names.map((name) => here.isGone(name));
  expect(areGone()).toEqual([false, false]);
  await locksAnswered();
  expect([areGone(), gone.mock.calls]).toEqual([[false, false], []]);
  dispatchEvent(new Event('pagehide'));
  await vi.waitFor(() => expect(areGone()).toEqual([true, true]));
  expect(gone).toHaveBeenCalledTimes(2);
});

test('a page that the history restores is open again, under a new name', async () => {
  const [here, there] = [openPages(), openPages()];
  const left = there.own();
  dispatchEvent(new Event('pagehide'));
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await vi.waitFor(() => expect(here.isGone(left)).toBe(true));
  here.isGone(there.own());
  await locksAnswered();
  expect([there.own() === left, here.isGone(there.own())]).toEqual([false, false]);
});
