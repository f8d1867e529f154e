/** Heights (px) under the bar; two of them, because one may fall into the gap between two cards. */
const PROBES = [80, 100];

/** Within this many pixels the reader counts as being at the top. */
const TOP_ZONE_PX = 8;

export function isAtTop(): boolean {
  return scrollY < TOP_ZONE_PX;
}

export function scrollToTop(): void {
  scrollTo({ top: 0, behavior: 'instant' });
}

function isCard(element: Element): element is HTMLElement {
  return element instanceof HTMLElement && element.dataset['thought'] !== undefined;
}

function firstVisibleCard(list: Element): HTMLElement | undefined {
  const { left, width } = list.getBoundingClientRect();
  return PROBES.flatMap((y) => document.elementsFromPoint(left + width / 2, y)).find(isCard);
}

export function cardsInView(list: Element): HTMLElement[] {
  const cards: HTMLElement[] = [];
  let card: Element | null | undefined = firstVisibleCard(list);
  while (card instanceof HTMLElement && card.getBoundingClientRect().top < innerHeight) {
    cards.push(card);
    card = card.nextElementSibling ?? card.parentElement?.nextElementSibling?.firstElementChild;
  }
  return cards;
}
