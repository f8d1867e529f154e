import type { RefCallback } from 'react';
import type { BoardList, ReadingPlace } from '#client/board.ts';
import type { WritableStore } from '#client/store/store.ts';

/** Milliseconds between two savings while the page scrolls. */
const SAVE_INTERVAL = 200;

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
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = (): void => {
      clearTimeout(timer);
      timer = undefined;
      const card = firstVisibleCard(element);
      place.set(card && { ...card, size: list.state.get().thoughts.length });
    };
    const saveSoon = (): void => {
      timer ??= setTimeout(save, SAVE_INTERVAL);
    };

    history.scrollRestoration = 'manual';
    restore(element, place.get());
    addEventListener('scroll', saveSoon, { passive: true });
    addEventListener('pagehide', save);
    return () => {
      save();
      removeEventListener('scroll', saveSoon);
      removeEventListener('pagehide', save);
    };
  };
}

function restore(list: HTMLElement, place: ReadingPlace | null): void {
  if (place === null) return;
  const card = list.querySelector(`[data-text-id="${CSS.escape(place.textID)}"]`);
  if (card === null) return;
  scrollBy({ top: card.getBoundingClientRect().top - place.top, behavior: 'instant' });
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
