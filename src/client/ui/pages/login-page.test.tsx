import { act } from 'react';
import { expect, test, vi } from 'vitest';
import type { Backend } from '#client/backend/backend.ts';
import { button, openApp } from '#tests/client/client-app.tsx';

test('the button is busy until the page is left, and usable again when that comes back', async () => {
  const { signIn, press, isBusy } = await openLogin(async () => {});
  await press();
  await press();
  expect(isBusy()).toBe(true);
  expect(signIn).toHaveBeenCalledOnce();
  await act(async () => dispatchEvent(new Event('pageshow')));
  expect(isBusy()).toBe(false);
  await press();
  expect(isBusy()).toBe(true);
  expect(signIn).toHaveBeenCalledTimes(2);
});

test('a press that fails at once, as offline, is visibly answered, and only logged', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { press, isBusy } = await openLogin(() => Promise.reject(new Error('offline')));
  await press();
  await pass(599);
  expect(isBusy()).toBe(true);
  await pass(1);
  expect(isBusy()).toBe(false);
  expect(log).toHaveBeenCalledExactlyOnceWith('Signing in failed', new Error('offline'));
  expect([location.pathname, document.querySelector('[role="alert"], [role="status"]')]).toEqual([
    '/login',
    null,
  ]);
});

test('a press that is never answered keeps the button busy for ten seconds', async () => {
  const { press, isBusy } = await openLogin(() => new Promise(() => {}));
  await press();
  await pass(9_999);
  expect(isBusy()).toBe(true);
  await pass(1);
  expect(isBusy()).toBe(false);
});

/** Opens the login screen over a backend with this `signIn`, and stops the clock. */
async function openLogin(onSignIn: () => Promise<void>) {
  const signIn = vi.fn<() => Promise<void>>(onSignIn);
  const wrap = (backend: Backend): Backend => ({ ...backend, signIn });
  await openApp({ path: '/login', isSignedIn: false, wrap });
  vi.useFakeTimers();
  const google = button('Sign in with Google');
  return {
    signIn,
    press: () => act(async () => google.click()),
    isBusy: () => google.ariaBusy === 'true',
  };
}

function pass(time: number): Promise<unknown> {
  return act(() => vi.advanceTimersByTimeAsync(time));
}
