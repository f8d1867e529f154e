// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { thisBrowser } from './browser.ts';

test.for([
  ['that the history brought back', true, 1],
  ['that was loaded', false, 0],
] as const)('a page %s requests the account so many times: %s', ([, persisted, times]) => {
  const ask = vi.fn<() => void>();
  thisBrowser(ignore, ignore).onAccountChange(ask);
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));
  expect(ask).toHaveBeenCalledTimes(times);
});

function ignore(): void {}
