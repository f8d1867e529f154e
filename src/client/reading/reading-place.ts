import type { BoardList, ReadingPlace } from '#client/board.ts';
import { cardOf } from '#client/components/list/motion.ts';
import { anchorScroll } from './anchor-scroll.ts';
import { cardsInView } from './scroll.ts';

/** Frames in which the cards around the place are still finding their true heights. */
const SETTLING_FRAMES = 6;

const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

type PlacedList = Pick<BoardList, 'readingPlace' | 'state'>;

/** Puts the card that the reader had before them back in its place, and keeps it. Returns what ends it. */
export function keepReadingPlace(element: HTMLElement, list: PlacedList): () => void {
  const stop = new AbortController();
  history.scrollRestoration = 'manual';
  restore(list, stop.signal);
  savePlace(element, list, stop.signal);
  anchorScroll(element, stop.signal);
  return () => stop.abort();
}

function restore(list: PlacedList, stop: AbortSignal): void {
  const place = list.readingPlace.get();
  if (place === null || bringBack(place)) return;
  const done = untilMoved();
  const attempt = (): void => {
    if (done.signal.aborted) return;
    const isComplete = list.state.get().thoughts.length >= place.size;
    if (bringBack(place) || isComplete) done.abort();
  };
  // A frame later, when React has drawn the window.
  const unsubscribe = list.state.subscribe(() => requestAnimationFrame(attempt));
  done.signal.addEventListener('abort', unsubscribe);
  stop.addEventListener('abort', () => done.abort());
}

function untilMoved(): AbortController {
  const done = new AbortController();
  const end = (): void => done.abort();
  for (const move of MOVES) addEventListener(move, end, { signal: done.signal, passive: true });
  return done;
}

function bringBack({ cards }: ReadingPlace): boolean {
  for (const { textID, top } of cards) {
    const card = cardOf(textID);
    if (card === null) continue;
    // A card that was never laid out has no place to measure; this gives it one.
    card.scrollIntoView({ block: 'start', behavior: 'instant' });
    keepAligned(card, top);
    return true;
  }
  return false;
}

function keepAligned(card: Element, top: number): void {
  const done = untilMoved();
  const align = (framesLeft: number): void => {
    if (done.signal.aborted) return;
    scrollBy({ top: card.getBoundingClientRect().top - top, behavior: 'instant' });
    const { activeElement } = document;
    // Whoever edits a card sees what they type, wherever the place is.
    if (activeElement?.matches('input')) {
      activeElement.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    }
    if (framesLeft > 0) requestAnimationFrame(() => align(framesLeft - 1));
    else done.abort();
  };
  align(SETTLING_FRAMES);
}

function savePlace(
  element: HTMLElement,
  { readingPlace, state }: PlacedList,
  stop: AbortSignal,
): void {
  let frame = 0;
  let width = element.clientWidth;
  const save = (): void => {
    frame = 0;
    // What is in view is not the place: that is yet to be brought back.
    if (width !== element.clientWidth) return;
    const cards = scrollY === 0 ? [] : cardsInView(element).map(placeOf);
    // The cards that the reader jumped to are yet to be drawn. Under the heading there are none.
    if (cards.length === 0 && scrollY > innerHeight) return;
    const { length: size } = state.get().thoughts;
    readingPlace.set(cards.length === 0 ? null : { size, cards });
  };
  // A frame late, when cards have their height; never when the list goes: other things have moved it.
  const saveSoon = (): void => {
    frame ||= requestAnimationFrame(() => {
      frame = requestAnimationFrame(save);
    });
  };
  for (const event of ['scroll', 'scrollend']) {
    addEventListener(event, saveSoon, { passive: true, signal: stop });
  }
  // The cards above get other heights, and Chromium lets go of a place when paddings around it change.
  const observer = new ResizeObserver(() => {
    const kept = readingPlace.get();
    if (width !== element.clientWidth && kept !== null) bringBack(kept);
    width = element.clientWidth;
  });
  observer.observe(element);
  stop.addEventListener('abort', () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
  });
}

function placeOf(card: HTMLElement): ReadingPlace['cards'][number] {
  return { textID: card.dataset['textId'] ?? '', top: card.getBoundingClientRect().top };
}
