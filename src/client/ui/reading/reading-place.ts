import { RESTORED_LIMIT } from '#shared/limits.ts';
import type { BoardList } from '#client/state/board.ts';
import { cardElement } from '#client/ui/card-element.ts';
import { moveFocus } from '#client/ui/input/focus.ts';
import { anchorScroll } from './anchor-scroll.ts';
import type { ReadingPlace } from '#client/state/places.ts';
import { cardsInView } from './scroll.ts';

/** Frames in which the cards around the place still get their real heights. */
const SETTLING_FRAMES = 6;

const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

type PlacedList = Pick<BoardList, 'place' | 'state' | 'cards' | 'grow'>;

/** Restores the reader's place in a list, and saves it from then on. Returns what ends it. */
export function keepReadingPlace(element: HTMLElement, list: PlacedList): () => void {
  const stop = new AbortController();
  history.scrollRestoration = 'manual';
  restore(list, stop.signal);
  savePlace(element, list, stop.signal);
  anchorScroll(element, list.cards, stop.signal);
  return () => stop.abort();
}

function restore(list: PlacedList, stop: AbortSignal): void {
  const place = list.place.get();
  if (place === null) return;
  const done = untilMoved();
  const attempt = (): void => {
    if (done.signal.aborted) return;
    const { length: loaded } = list.state.get().thoughts;
    if (bringBack(place) || loaded >= RESTORED_LIMIT) done.abort();
    // It is further down than it was, when others have written since.
    else list.grow();
  };
  // Tries a frame later, when React has rendered the window.
  const unsubscribe = list.state.subscribe(() => requestAnimationFrame(attempt));
  done.signal.addEventListener('abort', unsubscribe);
  stop.addEventListener('abort', () => done.abort());
  attempt();
}

function untilMoved(): AbortController {
  const done = new AbortController();
  const end = (): void => done.abort();
  for (const move of MOVES) addEventListener(move, end, { signal: done.signal, passive: true });
  return done;
}

function bringBack({ cards }: ReadingPlace): boolean {
  for (const { textID, top } of cards) {
    const card = cardElement(textID);
    if (card === null) continue;
    // A card that was never laid out can't be measured before.
    card.scrollIntoView({ block: 'start', behavior: 'instant' });
    keepAligned(card, top);
    return true;
  }
  return false;
}

function keepAligned(card: HTMLElement, top: number): void {
  const done = untilMoved();
  const align = (framesLeft: number): void => {
    if (done.signal.aborted) return;
    scrollBy({ top: card.getBoundingClientRect().top - top, behavior: 'instant' });
    const { activeElement } = document;
    // From a place further down the keyboard goes on there.
    if (activeElement?.matches('h1')) moveFocus([`card ${card.dataset['thought'] ?? ''}`]);
    // A field that is typed into has to stay in view.
    if (activeElement?.matches('input')) {
      activeElement.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    }
    if (framesLeft > 0) requestAnimationFrame(() => align(framesLeft - 1));
    else done.abort();
  };
  align(SETTLING_FRAMES);
}

function savePlace(element: HTMLElement, { place, state }: PlacedList, stop: AbortSignal): void {
  let frame = 0;
  let width = element.clientWidth;
  const save = (framesLeft: number): void => {
    frame = 0;
    // After a change of width, the place has yet to be restored.
    if (width !== element.clientWidth) return;
    const cards = scrollY === 0 ? [] : cardsInView(element).map(placeOf);
    // After a jump, the cards have yet to be rendered. Under the heading there are none.
    if (cards.length === 0 && scrollY > innerHeight) {
      if (framesLeft > 0) frame = requestAnimationFrame(() => save(framesLeft - 1));
      return;
    }
    const { length: size } = state.get().thoughts;
    place.set(cards.length === 0 ? null : { size, cards });
  };
  // Saves a frame later, when cards have their heights; never when the list is removed.
  const saveSoon = (): void => {
    frame ||= requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => save(SETTLING_FRAMES));
    });
  };
  addEventListener('scroll', saveSoon, { passive: true, signal: stop });
  // Card heights change, and Chromium loses the place when paddings around it change.
  const observer = new ResizeObserver(() => {
    const kept = place.get();
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
  return { textID: card.dataset['thought'] ?? '', top: card.getBoundingClientRect().top };
}
