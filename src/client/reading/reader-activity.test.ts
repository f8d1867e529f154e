// @vitest-environment jsdom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createStore } from '#client/store/store.ts';
import { watchReader } from './reader-activity.ts';

const isBusy = createStore(false);
let card = document.body;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<article tabindex="-1">a thought<input></article>';
  card = document.querySelector('article') ?? card;
  onTestFinished(watchReader(card, isBusy));
});

test('a mouse holds the list for two seconds after its last move, or until it leaves', () => {
  point('pointermove', 'mouse');
  expect(busyAfter(1_999)).toBe(true);
  point('pointermove', 'mouse');
  point('pointerout', 'mouse', document.body);
  expect(busyAfter(1_999)).toBe(true);
  expect(busyAfter(1)).toBe(false);
  point('pointermove', 'mouse');
  point('pointerout', 'mouse');
  expect(busyAfter(0)).toBe(false);
});

test('a finger, a selection, the keyboard and a page out of sight hold it as long as they are there', () => {
  for (const [element, key, isHeld] of [
    ['article', 'Tab', true],
    // Typing after a press is no use of the keyboard, but the key that ends an edit is.
    ['input', 'a', false],
    ['input', 'Enter', true],
  ] as const) {
    point('pointerdown', 'touch');
    expect(busyAfter(60_000)).toBe(true);
    point('pointerout', 'touch');
    const focused = document.querySelector(element);
    focused?.focus();
    expect(busyAfter(0)).toBe(false);
    focused?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    focused?.dispatchEvent(new Event('focusin', { bubbles: true }));
    expect(busyAfter(60_000)).toBe(isHeld);
    focused?.blur();
    expect(busyAfter(0)).toBe(false);
  }
  getSelection()?.selectAllChildren(card);
  document.dispatchEvent(new Event('selectionchange'));
  expect(busyAfter(60_000)).toBe(true);
  getSelection()?.removeAllRanges();
  document.dispatchEvent(new Event('selectionchange'));
  expect(busyAfter(0)).toBe(false);
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(busyAfter(0)).toBe(true);
});

function point(type: string, pointerType: string, relatedTarget: Element | null = null): void {
  const fields = { pointerId: 1, pointerType, relatedTarget };
  card.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), fields));
}

function busyAfter(time: number): boolean {
  vi.advanceTimersByTime(time);
  return isBusy.get();
}
