import type { RefCallback } from 'react';
import type { BoardList, ReadingPlace } from '#client/board.ts';
import type { WritableStore } from '#client/store/store.ts';

/** Frames in which the cards around the place are still finding their true heights. */
const SETTLING_FRAMES = 3;

/**
 * Returns a ref for the list of cards: it puts the card that the reader had before them back in its
 * place when the list appears, and keeps that place as they scroll.
 */
export function keepReadingPlace(
  place: WritableStore<ReadingPlace | null>,
  list: BoardList,
): RefCallback<HTMLElement> {
  return (element) => {
    if (element === null) return undefined;
    let frame = 0;
    const save = (): void => {
      frame = 0;
      const card = firstVisibleCard(element);
      place.set(card && { ...card, size: list.state.get().thoughts.length });
    };
    // A frame late, when cards that came into view have their height; never when the list goes,
    // because by then other things have moved it.
    const saveSoon = (): void => {
      frame ||= requestAnimationFrame(() => {
        frame = requestAnimationFrame(save);
      });
    };

    history.scrollRestoration = 'manual';
    bringBack(element, place.get());
    addEventListener('scroll', saveSoon, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', saveSoon);
    };
  };
}

function bringBack(list: HTMLElement, place: ReadingPlace | null): void {
  if (place === null) return;
  const card = list.querySelector(`[data-text-id="${CSS.escape(place.textID)}"]`);
  if (card === null) return;
  // A card that was never laid out has no place to measure; this gives it one.
  card.scrollIntoView({ block: 'start', behavior: 'instant' });
  alignTo(card, place.top, SETTLING_FRAMES);
}

function alignTo(card: Element, top: number, frames: number): void {
  scrollBy({ top: card.getBoundingClientRect().top - top, behavior: 'instant' });
  if (frames > 0) requestAnimationFrame(() => alignTo(card, top, frames - 1));
}

function firstVisibleCard(list: HTMLElement): { textID: string; top: number } | null {
  if (scrollY === 0) return null;
  const { left, width } = list.getBoundingClientRect();
  // Two probes, because one may fall into the gap between two cards.
  for (const y of [80, 100]) {
    const card = document
      .elementsFromPoint(left + width / 2, y)
      .find((element) => element instanceof HTMLElement && element.dataset['textId'] !== undefined);
    if (card instanceof HTMLElement) {
      return { textID: card.dataset['textId'] ?? '', top: card.getBoundingClientRect().top };
    }
  }
  return null;
}
