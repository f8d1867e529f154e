// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { locksAnswered, installLocks } from '#tests/setup/browser.ts';
import { openPages } from './open-pages.ts';

installLocks();

test('a page is open until it is left', async () => {
  const [here, there] = [openPages(), openPages()];
  const gone = vi.fn<() => void>();
  here.onGone(gone);
  expect(here.isGone(there.own())).toBe(false);
  await locksAnswered();
  expect([here.isGone(there.own()), gone.mock.calls]).toEqual([false, []]);
  dispatchEvent(new Event('pagehide'));
  await vi.waitFor(() => expect(here.isGone(there.own())).toBe(true));
  expect(gone).toHaveBeenCalledOnce();
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
