// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { installClickGuard } from './click-guard.ts';

installClickGuard();

let now = 0;

test('the second click of a hurried pointer at one place does nothing', () => {
  expect([pressAt(0), pressAt(100), pressAt(200)]).toEqual([true, false, false]);
});

test('a click elsewhere counts at once', () => {
  expect([pressAt(0), pressAt(0, { x: 200 })]).toEqual([true, true]);
});

test('who goes on pressing is heard within a second or so', () => {
  expect([0, 300, 300, 300, 300].map((wait) => pressAt(wait))).toEqual([
    true,
    false,
    false,
    false,
    true,
  ]);
});

test('a pointer that came back meant its click', () => {
  const first = pressAt(0);
  send('pointermove', { x: 200 });
  expect([first, pressAt(50)]).toEqual([true, true]);
});

test('the click that follows a closing dialog does nothing more, and a later one does', () => {
  send('pointermove', {});
  send('close', {});
  expect([pressAt(200), pressAt(500)]).toEqual([false, true]);
});

test('a page that has just come up can be pressed', () => {
  expect(pressAt(0)).toBe(true);
});

test('no key is too fast, nor its click where it counts as one of a pointer', () => {
  pressAt(0);
  send('keydown', {});
  expect([click({ detail: 0 }), click({ detail: 1 })]).toEqual([true, true]);
});

interface Options {
  x?: number;
  detail?: number;
}

/** Presses so long (ms) after the last press, by default where that was; returns whether it counts. */
function pressAt(wait: number, { x = 100 }: Options = {}): boolean {
  // Nothing before the first press of a test is near.
  now += wait === 0 && x === 100 ? 10_000 : wait;
  send('pointerdown', { x });
  return click({ x, detail: 1 });
}

function click(options: Options): boolean {
  return send('click', options);
}

/** Sends an event as the browser would; returns whether it got through. */
function send(type: string, { x = 100, detail = 0 }: Options): boolean {
  const event = new MouseEvent(type, {
    bubbles: true,
    cancelable: true,
    clientX: x,
    clientY: 100,
    detail,
  });
  Object.defineProperty(event, 'timeStamp', { value: now });
  return document.body.dispatchEvent(event);
}
