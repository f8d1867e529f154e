// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest';
import { anchorScroll } from './anchor-scroll.ts';

test('the page follows the card that is read, and moves only if that was moved', () => {
  const { moves, move, measure } = openList();
  measure();
  expect(moves).not.toHaveBeenCalled();
  move(40);
  measure();
  expect(moves).toHaveBeenCalledExactlyOnceWith({ top: 40, behavior: 'instant' });
});

test('it also follows a card moved before the event of its own last scroll has come', () => {
  const { moves, move, measure, placeOfCard } = openList();
  const before = placeOfCard();
  move(40);
  measure();
  move(-92);
  dispatchEvent(new Event('scroll'));
  measure();
  expect(moves).toHaveBeenCalledTimes(2);
  expect(placeOfCard()).toBe(before);
});

test('a card moved while the reader scrolls goes as far as they scroll', () => {
  const { move, measure, placeOfCard } = openList();
  const before = placeOfCard();
  scrollBy({ top: 30 });
  move(-92);
  dispatchEvent(new Event('scroll'));
  measure();
  expect(placeOfCard()).toBe(before - 30);
});

test('what is less than a pixel is followed as soon as it makes one', () => {
  const { moves, move, measure, placeOfCard } = openList();
  const before = placeOfCard();
  for (let frame = 0; frame < 5; frame += 1) {
    move(0.25);
    dispatchEvent(new Event('scroll'));
    measure();
  }
  expect(moves).toHaveBeenCalledExactlyOnceWith({ top: 1, behavior: 'instant' });
  expect(Math.abs(placeOfCard() - before)).toBeLessThanOrEqual(0.5);
});

test('at the top nothing is followed: what comes in there is to be seen', () => {
  const { moves, move, measure } = openList();
  scrollBy({ top: -700 });
  moves.mockClear();
  move(92);
  dispatchEvent(new Event('scroll'));
  measure();
  expect(moves).not.toHaveBeenCalled();
});

test.for(['the layout', 'the scroll'])(
  'a page that became too short goes back by itself only a part of the way, which %s tells',
  (first) => {
    const { move, measure, shorten, placeOfCard } = openList();
    const before = placeOfCard();
    move(-92);
    shorten(650);
    // By then it has grown again.
    shorten(680);
    if (first === 'the layout') measure();
    else dispatchEvent(new Event('scroll'));
    expect([placeOfCard(), scrollY]).toEqual([before, 608]);
  },
);

test('while the page bounces past its end nothing is followed', () => {
  const { moves, move, measure, shorten } = openList();
  shorten(700);
  scrollBy({ top: 40 });
  dispatchEvent(new Event('scroll'));
  moves.mockClear();
  move(92);
  measure();
  expect(moves).not.toHaveBeenCalled();
});

test('the card after a removed one stays, and what was removed above with it is followed', () => {
  const { moves, move, measure, card } = openList();
  card.remove();
  move(-190);
  measure();
  expect(moves).toHaveBeenCalledExactlyOnceWith({ top: -190, behavior: 'instant' });
});

/**
 * A scrolled list of two cards in a browser without scroll anchoring; `move` moves them down the page
 * by some px, `shorten` lets the page end there, `measure` is the browser's next layout.
 */
function openList() {
  document.body.innerHTML =
    '<div id="list"><div><div data-text-id="card"></div></div><div><div data-text-id="next"></div></div></div>';
  const list = document.body.firstElementChild;
  const [card, next] = document.querySelectorAll('[data-text-id]');
  if (!(list instanceof HTMLElement) || !card || !next) throw new Error('The list was not drawn');
  let [top, furthest, measure] = [800, 2_000, () => {}];
  const placeOfCard = (): number => top - scrollY;
  card.getBoundingClientRect = () => new DOMRect(0, placeOfCard());
  next.getBoundingClientRect = () => new DOMRect(0, placeOfCard() + 98);
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockImplementation(
    () => furthest + innerHeight,
  );
  const moves = vi.fn<(options: ScrollToOptions) => void>((options) => {
    vi.stubGlobal('scrollY', scrollY + (options.top ?? 0));
  });
  class Observer {
    constructor(callback: () => void) {
      measure = callback;
    }
    observe(): void {}
    disconnect(): void {}
  }
  vi.stubGlobal('CSS', { supports: () => false });
  vi.stubGlobal('ResizeObserver', Observer);
  vi.stubGlobal('scrollBy', moves);
  vi.stubGlobal('scrollY', 700);
  Object.assign(document, { elementsFromPoint: () => [card.isConnected ? card : next] });
  const stop = new AbortController();
  anchorScroll(list, stop.signal);
  onTestFinished(() => {
    stop.abort();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  dispatchEvent(new Event('scroll'));
  return {
    moves,
    measure: () => measure(),
    placeOfCard,
    card,
    move: (by: number) => (top += by),
    shorten: (to: number) => {
      furthest = to;
      vi.stubGlobal('scrollY', Math.min(scrollY, to));
    },
  };
}
