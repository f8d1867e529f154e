// @vitest-environment jsdom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { LiveState } from '#client/state/live-query.ts';
import { createStore } from '#client/store/store.ts';
import { fillBrowserGaps } from '#tests/client/browser.ts';
import { sampleThought } from '#tests/setup/samples.ts';
import type { ReadingPlace } from '#client/state/places.ts';
import { keepReadingPlace } from './reading-place.ts';

/** A place whose first card has been deleted. */
const PLACE: ReadingPlace = {
  size: 150,
  cards: [
    { textID: 'deleted', top: -16 },
    { textID: 'card-120', top: 84 },
    { textID: 'card-121', top: 184 },
  ],
};

beforeEach(fillBrowserGaps);

test('the reading place is restored when a later window brings its first card that is left, once', async () => {
  const scrolled = vi.spyOn(window, 'scrollBy');
  const { show, attach, restored } = open(PLACE, 50);
  attach();
  expect(restored()).toEqual([]);
  show(100);
  await nextFrame();
  expect(restored()).toEqual([]);
  show(150);
  await nextFrame();
  show(160);
  await nextFrame();
  expect(restored()).toEqual(['card-120']);
  expect(scrolled).toHaveBeenCalledWith({ top: -84, behavior: 'instant' });
});

test('the reading place is sought further down, in 500 thoughts, when others have written many since', async () => {
  const { show, attach, restored, grow } = open({ ...PLACE, size: 50 }, 50);
  attach();
  expect(grow).toHaveBeenCalledTimes(1);
  show(100);
  await nextFrame();
  expect(grow).toHaveBeenCalledTimes(2);
  show(150);
  await nextFrame();
  expect(restored()).toEqual(['card-120']);
  const missing = open({ size: 50, cards: [{ textID: 'deleted', top: 0 }] }, 450);
  missing.attach();
  missing.show(500);
  await nextFrame();
  missing.show(550);
  await nextFrame();
  expect(missing.grow).toHaveBeenCalledTimes(1);
});

test.for(['wheel', 'touchstart', 'pointerdown', 'keydown'])(
  'the reading place is given up when the reader moves elsewhere, by a %s',
  async (move) => {
    const { show, attach, restored } = open(PLACE, 50);
    attach();
    window.dispatchEvent(new Event(move));
    show(150);
    await nextFrame();
    expect(restored()).toEqual([]);
  },
);

test('the reading place is kept after a jump, though its cards are rendered some frames later', async () => {
  const { place, attach } = open(null, 50);
  attach();
  vi.stubGlobal('scrollY', 9_000);
  onTestFinished(() => void vi.unstubAllGlobals());
  const card = document.getElementById('card-40');
  for (let frame = 0; frame < 8; frame += 1) {
    const shown = frame < 4 ? [] : [card];
    Object.assign(document, { elementsFromPoint: () => shown });
    if (frame === 0) dispatchEvent(new Event('scroll'));
    await nextFrame();
  }
  expect(place.get()?.cards[0]).toEqual({ textID: 'card-40', top: 0 });
});

/** A list of so many cards at first, which are shown one window after the other. */
function open(kept: ReadingPlace | null, size: number) {
  document.body.innerHTML = '<div id="list"></div>';
  const restored = vi.fn<(id: string) => void>();
  Object.assign(Element.prototype, {
    scrollIntoView(this: Element) {
      restored(this.id);
    },
  });
  const place = createStore(kept);
  const state = createStore<LiveState>({
    thoughts: [],
    more: true,
    isLoading: false,
    isLive: true,
  });
  const cards = createStore([]);
  const grow = vi.fn<() => void>();
  const show = (shown: number): void => {
    while (list().childElementCount < shown) add(`card-${list().childElementCount}`);
    const thoughts = Array.from({ length: shown }, () => sampleThought(0));
    state.set({ ...state.get(), thoughts });
  };
  show(size);
  return {
    place,
    restored: () => restored.mock.calls.map(([id]) => id),
    show,
    grow,
    attach: () => onTestFinished(keepReadingPlace(list(), { place, state, cards, grow })),
  };
}

function list(): HTMLElement {
  return document.getElementById('list') ?? document.body;
}

function add(id: string): void {
  const card = document.createElement('div');
  card.id = id;
  card.dataset['thought'] = id;
  list().append(card);
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
  });
}
