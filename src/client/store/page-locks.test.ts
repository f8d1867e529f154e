// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { installLocks, takeLocksAway } from '#tests/setup/page-locks.ts';
import { holdLock, isLockHeld, whenLockIsFree } from './page-locks.ts';

installLocks();

test('a lock is held until it is released, and by nobody who only asks for it', async () => {
  const release = holdLock('name');
  expect(await isLockHeld('name')).toBe(true);
  const asked = Promise.withResolvers<void>();
  whenLockIsFree('name', () => {
    asked.resolve();
    // As long as a page takes to let go of it.
    return new Promise(() => {});
  });
  release();
  await asked.promise;
  expect(await isLockHeld('name')).toBe(false);
});

test('where there are no locks none is held', async () => {
  takeLocksAway();
  holdLock('none');
  expect(await isLockHeld('none')).toBe(false);
});
