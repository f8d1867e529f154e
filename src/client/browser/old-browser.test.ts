// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import { expect, onTestFinished, test, vi } from 'vitest';

const SHELL = '<div id="root"><div class="shell">Loading</div></div>';

test.for<
  [what: string, how: { module?: boolean; failsIn?: string }, html: string, isTold: boolean]
>([
  ['knows no modules', {}, SHELL, true],
  ['fails in a script of the board', { module: true, failsIn: '/assets/a.js' }, SHELL, true],
  ['fails in a script of an extension', { module: true, failsIn: '/elsewhere.js' }, SHELL, false],
  ['runs the client', {}, '<div id="root">Thoughts field</div>', false],
  ['is still loading it', { module: true }, SHELL, false],
])('a browser that %s is called too old, or not', ([, how, html, isTold]) => {
  const { module = false, failsIn = '' } = how;
  vi.useFakeTimers();
  if (module) Object.assign(HTMLScriptElement.prototype, { noModule: false });
  onTestFinished(() => void Reflect.deleteProperty(HTMLScriptElement.prototype, 'noModule'));
  document.body.innerHTML = html;
  const added = vi.spyOn(globalThis, 'addEventListener');
  onTestFinished(() => added.mock.calls.forEach((call) => removeEventListener(...call)));
  runInThisContext(readFileSync('public/old-browser.js', 'utf8'));
  const event = Object.assign(new Event('error'), { filename: location.origin + failsIn });
  if (failsIn !== '') dispatchEvent(event);
  dispatchEvent(new Event('load'));
  vi.advanceTimersByTime(10_000);
  expect(document.body.textContent?.includes('needs a newer browser')).toBe(isTold);
});
