// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openStorage } from './storage.ts';
import { renewForOthers, renewPage } from './renew-page.ts';

const reload = vi.fn<() => void>();

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  reload.mockClear();
  document.body.replaceChildren();
});

test('a page in which somebody types waits until they stop, and is renewed once, and hidden', () => {
  const onVersion = renewPage('1.0.0', reload);
  onVersion('1.0.0');
  hide();
  vi.restoreAllMocks();
  onVersion('1.1.0');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(reload).not.toHaveBeenCalled();
  const box = document.body.appendChild(document.createElement('textarea'));
  box.focus();
  hide();
  expect(reload).not.toHaveBeenCalled();
  box.blur();
  hide();
  hide();
  expect(reload).toHaveBeenCalledOnce();
});

test('a page that comes back from the history after its person has left shows nothing, and is loaded anew', () => {
  const storage = openStorage(() => sessionStorage);
  storage.setItem('authUser', 'Ada');
  renewForOthers(storage, reload);
  for (const [person, persisted, isRenewed] of [
    ['Ada', true, false],
    ['Eve', false, false],
    ['Eve', true, true],
  ] as const) {
    dispatchEvent(new PageTransitionEvent('pagehide'));
    storage.setItem('authUser', person);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));
    expect(reload.mock.calls.length > 0).toBe(isRenewed);
    expect(document.documentElement.hidden).toBe(isRenewed);
    storage.setItem('authUser', 'Ada');
  }
});

function hide(): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
}
