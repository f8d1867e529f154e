/** Heights (px) under the bar; two of them, because one may fall into the gap between two cards. */
const PROBES = [80, 100];

/** Whether what comes in at the top is seen: a pixel further down the browser keeps the cards in view where they are. */
export function isAtTop(): boolean {
  return scrollY <= 0;
}

export function scrollToTop(): void {
  scrollTo({ top: 0, behavior: 'instant' });
}

/** The cards from the first one below the bar to the end of the window. */
export function cardsInView(list: Element): HTMLElement[] {
  const { left, width } = list.getBoundingClientRect();
  const probed = PROBES.flatMap((y) => document.elementsFromPoint(left + width / 2, y));
  const cards: HTMLElement[] = [];
  let card: Element | null | undefined = probed.find((one) => one.matches('[data-thought]'));
  while (card instanceof HTMLElement && card.getBoundingClientRect().top < innerHeight) {
    cards.push(card);
    card = card.nextElementSibling ?? card.parentElement?.nextElementSibling?.firstElementChild;
  }
  return cards;
}
