// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { beforeEach, expect, test, vi } from 'vitest';
import { skyAt } from '#client/ui/format/format-date.ts';

const SCRIPT = join(import.meta.dirname, '../../../public/first-paint.js');
const { dataset } = document.documentElement;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 0, 1, 12) });
  localStorage.clear();
  sessionStorage.clear();
  document.head.innerHTML = '<meta name="theme-color"><meta name="theme-color">';
});

test.for([
  [4, 'night'],
  [5, 'dawn'],
  [9, 'day'],
  [17, 'dusk'],
  [21, 'night'],
] as const)('a page that is shown again at %i has the sky of the %s', ([hour, sky]) => {
  // As a page does first.
  runInThisContext(readFileSync(SCRIPT, 'utf8'));
  vi.setSystemTime(new Date(2026, 0, 1, hour));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(dataset['sky']).toBe(sky);
  const frames = [...document.querySelectorAll('meta')].map(({ content }) => content);
  expect(frames).toEqual([expect.stringMatching(/^#\w{6}$/u), expect.stringMatching(/^#\w{6}$/u)]);
});

test('the time on a card stands on the sky that the page has at that hour', () => {
  for (let hour = 0; hour < 24; hour += 1) {
    const at = new Date(2026, 0, 1, hour, 59);
    vi.setSystemTime(at);
    runInThisContext(readFileSync('public/first-paint.js', 'utf8'));
    expect(dataset['sky'], `at ${hour}`).toBe(skyAt(at));
  }
});

test.for([
  ['/', 'a visitor', 'login'],
  ['/', 'somebody', 'feed'],
  ['/profile/', 'somebody', 'profile'],
  ['/nowhere', 'somebody', 'none'],
  ['/', 'a browser without a storage', 'login'],
] as const)('at %s %s waits at the shell of the right screen', ([path, who, shell]) => {
  history.replaceState(null, '', path);
  if (who === 'somebody') localStorage.setItem('authUser', '{}');
  if (who === 'a browser without a storage') {
    vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
  }
  runInThisContext(readFileSync(SCRIPT, 'utf8'));
  expect([dataset['shell'], dataset['sky']]).toEqual([shell, 'day']);
});

test('who comes back from signing in waits at the shell of the feed', () => {
  for (const [path, shell] of [
    ['/login', 'login'],
    ['/', 'feed'],
    ['/', 'login'],
  ] as const) {
    history.replaceState(null, '', path);
    runInThisContext(readFileSync(SCRIPT, 'utf8'));
    expect(dataset['shell']).toBe(shell);
  }
});
