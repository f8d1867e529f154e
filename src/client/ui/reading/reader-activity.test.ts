// @vitest-environment jsdom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createStore } from '#client/store/store.ts';
import { watchReader } from './reader-activity.ts';

const isBusy = createStore(false);
let card = document.body;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<article tabindex="-1">a thought</article>';
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
  point('pointerdown', 'touch');
  expect(busyAfter(60_000)).toBe(true);
  point('pointerout', 'touch');
  expect(busyAfter(0)).toBe(false);
  // Every focus here is visible, as one that the keyboard sets.
  card.focus();
  expect(busyAfter(60_000)).toBe(true);
  card.blur();
  expect(busyAfter(0)).toBe(false);
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
