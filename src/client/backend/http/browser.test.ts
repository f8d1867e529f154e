// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest';
import { thisBrowser } from './browser.ts';

test.for([
  ['that the history brought back', true, 1],
  ['that was loaded', false, 0],
] as const)('a page %s asks for the account this often: %s', ([, persisted, times]) => {
  const ask = vi.fn<() => void>();
  onTestFinished(thisBrowser(() => () => {}, ignore).onAccountChange(ask));
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));
  expect(ask).toHaveBeenCalledTimes(times);
});

test('another tab’s sign-in or sign-out has the account asked for, until nobody listens', () => {
  const others = new EventTarget();
  const ask = vi.fn<() => void>();
  const stop = thisBrowser((listener) => {
    others.addEventListener('storage', listener);
    return () => others.removeEventListener('storage', listener);
  }, ignore).onAccountChange(ask);
  others.dispatchEvent(new Event('storage'));
  stop();
  others.dispatchEvent(new Event('storage'));
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(ask).toHaveBeenCalledOnce();
});

function ignore(): void {}
