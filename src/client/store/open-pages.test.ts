// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { installLocks, lockThatCrashes, takeLocksAway } from '#tests/setup/page-locks.ts';
import { asked } from '#tests/setup/writing-tabs.ts';
import { openPages } from './open-pages.ts';

installLocks();

test('a page is open until it is left', async () => {
  const [here, there] = [openPages(), openPages()];
  const gone = vi.fn<() => void>();
  here.onGone(gone);
  expect(here.stateOf(there.own())).toBe('open');
  await asked();
  expect([here.stateOf(there.own()), gone.mock.calls]).toEqual(['open', []]);
  dispatchEvent(new Event('pagehide'));
  await vi.waitFor(() => expect(here.stateOf(there.own())).toBe('gone'));
  expect(gone).toHaveBeenCalledOnce();
});

test('a page that crashed is gone', async () => {
  const crashing = lockThatCrashes();
  const crashed = openPages().own();
  await asked();
  await crashing.crash();
  installLocks();
  const here = openPages();
  here.stateOf(crashed);
  await vi.waitFor(() => expect(here.stateOf(crashed)).toBe('gone'));
});

test('a page that comes back by the history is another one, and open', async () => {
  const [here, there] = [openPages(), openPages()];
  const before = there.own();
  dispatchEvent(new Event('pagehide'));
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  here.stateOf(before);
  await vi.waitFor(() => expect(here.stateOf(before)).toBe('gone'));
  here.stateOf(there.own());
  await asked();
  expect(here.stateOf(there.own())).toBe('open');
});

test('without locks nothing is known of a page', () => {
  takeLocksAway();
  expect(openPages().stateOf(openPages().own())).toBe('unknown');
});
