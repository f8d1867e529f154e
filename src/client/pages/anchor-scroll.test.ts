// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest';
import { anchorScroll } from './anchor-scroll.ts';

test('the page follows the card that is read, and moves only if that was moved', () => {
  const { moves, resize } = openList();
  resize(0);
  expect(moves).not.toHaveBeenCalled();
  resize(40);
  expect(moves).toHaveBeenCalledExactlyOnceWith({ top: 40, behavior: 'instant' });
});

test('what an engine rounds off a scroll does not add up', () => {
  const { resize, topOfCard } = openList();
  const before = topOfCard();
  for (let change = 0; change < 200; change += 1) resize(26.5);
  expect(Math.abs(topOfCard() - before)).toBeLessThanOrEqual(1);
});

/** A scrolled list in a browser without scroll anchoring; `resize` moves its card down by some px. */
function openList() {
  document.body.innerHTML = '<div id="list"><div data-text-id="card"></div></div>';
  const list = document.body.firstElementChild;
  const card = list?.firstElementChild;
  if (!(list instanceof HTMLElement) || !card) throw new Error('The list was not drawn');
  let [top, notify] = [100, () => {}];
  card.getBoundingClientRect = () => new DOMRect(0, top);
  // By whole pixels.
  const moves = vi.fn<(to: ScrollToOptions) => void>(({ top: by = 0 }) => {
    top -= Math.floor(by);
    vi.stubGlobal('scrollY', scrollY + Math.floor(by));
  });
  class Observer {
    constructor(callback: () => void) {
      notify = callback;
    }
    observe(): void {}
    disconnect(): void {}
  }
  vi.stubGlobal('CSS', { supports: () => false });
  vi.stubGlobal('ResizeObserver', Observer);
  vi.stubGlobal('scrollBy', moves);
  vi.stubGlobal('scrollY', 700);
  Object.assign(document, { elementsFromPoint: () => [card] });
  const stop = anchorScroll(list);
  onTestFinished(() => {
    stop?.();
    vi.unstubAllGlobals();
  });
  dispatchEvent(new Event('scroll'));
  return {
    moves,
    topOfCard: () => top,
    resize: (by: number) => {
      top += by;
      notify();
      // What it scrolled itself is announced later.
      dispatchEvent(new Event('scroll'));
    },
  };
}
