// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renewPage } from './renew-page.ts';

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

function hide(): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
}
