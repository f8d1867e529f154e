// @vitest-environment jsdom
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { sinkWhileScrolling } from './sink-while-scrolling.ts';

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

describe('the round button', () => {
  test.each(['wheel', 'touchmove', 'pointerdown', 'keydown'])(
    'sinks while the reader scrolls down by %s, and rises on the way up',
    (move) => {
      const element = open();
      moveBy(move);
      scrollPage(300);
      expect(element.dataset['sunk']).toBe('true');
      moveBy(move);
      scrollPage(280);
      expect(element.dataset['sunk']).toBe('false');
    },
  );

  test('sinks while the page glides on for seconds after the finger', () => {
    const element = open();
    moveBy('touchmove');
    scrollPage(100);
    moveBy('touchmove');
    scrollPage(90);
    for (let top = 100; top < 2000; top += 10) {
      vi.advanceTimersByTime(16);
      scrollPage(top);
    }
    expect(element.dataset['sunk']).toBe('true');
  });

  test('stays when the page goes down by itself', () => {
    const element = open();
    scrollPage(800);
    expect(element.dataset['sunk']).not.toBe('true');
    moveBy('wheel');
    scrollPage(700);
    vi.advanceTimersByTime(1000);
    scrollPage(790);
    expect(element.dataset['sunk']).toBe('false');
  });

  test('rises at the top, however the page came there', () => {
    const element = open();
    moveBy('wheel');
    scrollPage(800);
    vi.advanceTimersByTime(1000);
    scrollPage(0);
    expect(element.dataset['sunk']).toBe('false');
  });
});

function open() {
  const element = document.createElement('div');
  Object.assign(window, { scrollY: 0 });
  const stop = sinkWhileScrolling(element);
  onTestFinished(() => {
    stop?.();
    Object.assign(window, { scrollY: 0 });
  });
  return element;
}

function moveBy(move: string): void {
  window.dispatchEvent(new Event(move));
}

function scrollPage(top: number): void {
  Object.assign(window, { scrollY: top });
  window.dispatchEvent(new Event('scroll'));
}
