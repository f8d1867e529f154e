// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { installClickGuard, SHIFTED, SHIFTING } from './click-guard.ts';

installClickGuard();

let now = 0;
let first = document.body;
let second = document.body;

beforeEach(() => {
  now += 10_000;
  document.body.innerHTML = '<button aria-label="one"></button><button></button>';
  [first = first, second = second] = document.querySelectorAll('button');
});

test('a control that a press brings under the pointer is suppressed for 500 ms: it neither looks pressed nor takes the focus', () => {
  const isPressed = () => [second.hasAttribute('data-suppressed'), send(second, 'mousedown', {})];
  expect([pressOn(first), pressOn(second, 499, 130)]).toEqual([true, false]);
  expect(isPressed()).toEqual([true, false]);
  expect(pressOn(second, 1)).toBe(true);
  expect(isPressed()).toEqual([false, true]);
});

test('a button that becomes another one under the pointer is suppressed', () => {
  pressOn(first);
  first.setAttribute('aria-label', 'other');
  expect(pressOn(first, 100)).toBe(false);
});

test('a link that opens a tab is suppressed once it has opened one', () => {
  document.body.innerHTML = '<a target="_blank">https://a.example</a>';
  const [link = first] = document.querySelectorAll('a');
  expect([pressOn(link), pressOn(link, 100), pressOn(link, 500)]).toEqual([true, false, true]);
});

test('a control that stood still, or stands elsewhere, is not guarded', () => {
  expect([pressOn(first), pressOn(first, 10)]).toEqual([true, true]);
  expect([pressOn(document.body, 10, 200), pressOn(second, 10, 200)]).toEqual([true, true]);
});

test('a control that comes up after a dialog closes is suppressed', () => {
  send(first, 'pointermove', {});
  now += 5_000;
  send(document.body, 'close', {});
  expect([pressOn(second, 10), pressOn(second, 500)]).toEqual([false, true]);
});

test.for([
  ['brings another control under the pointer', 'second', false],
  ['changes nothing there, as behind a dialog', 'first', true],
] as const)('a removal that %s: a press there counts: %s', ([, after, counts]) => {
  // The pointer rests; what is under it has changed without a move.
  send(document.body, 'pointermove', {});
  now += 5_000;
  let under = first;
  Object.assign(document, { elementFromPoint: () => under });
  // One render may remove several cards.
  for (const _ of [1, 2]) send(document.body, SHIFTING, {});
  under = after === 'first' ? first : second;
  for (const _ of [1, 2]) send(document.body, SHIFTED, {});
  expect(pressOn(under, 10)).toBe(counts);
});

test('keys are never suppressed, nor are their clicks that look like a pointer’s', () => {
  for (const control of [first, second]) pressOn(control);
  const isByKey = send(second, 'click', {});
  send(second, 'keydown', {});
  expect([isByKey, send(second, 'click', { detail: 1 })]).toEqual([true, true]);
});

/** Presses a control so long (ms) after the last press; returns whether that counts. */
function pressOn(control: Element, wait = 0, x = 100): boolean {
  now += wait;
  send(control, 'pointerdown', { x });
  return send(control, 'click', { x, detail: 1 });
}

/** Sends an event as the browser would; returns whether it got through. */
function send(target: Element, type: string, { x = 100, detail = 0 }): boolean {
  const settings = { bubbles: true, cancelable: true, clientX: x, clientY: 100, detail };
  const event = new MouseEvent(type, settings);
  Object.defineProperty(event, 'timeStamp', { value: now });
  return target.dispatchEvent(event);
}
