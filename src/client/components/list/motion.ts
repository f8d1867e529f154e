import { useLayoutEffect, useRef } from 'react';

const MOMENT = { duration: 160, easing: 'ease-out' };

/** Has the list sink from where it stood when something comes in at its top: no shift of the layout. */
export function useArrivalMotion(first: string | undefined): void {
  const former = useRef(first);
  useLayoutEffect(() => {
    const before = cardOf(former.current);
    former.current = first;
    const now = cardOf(first);
    if (before && now && scrollY === 0 && !isStill()) sink(before, now);
  }, [first]);
}

function sink(before: Element, now: Element): void {
  const by = topOf(before) - topOf(now);
  const list = now.closest('[role="list"]');
  if (by <= 0 || !list) return;
  move(list, -by);
  for (const card of list.querySelectorAll('[data-text-id]')) {
    if (card === before) break;
    move(card, by);
  }
}

function move(element: Element, by: number): void {
  element.animate({ translate: [`0 ${by}px`, '0 0'] }, { ...MOMENT, composite: 'add' });
}

function topOf(element: Element): number {
  const [, sunk = '0'] = getComputedStyle(element).translate.split(' ');
  return element.getBoundingClientRect().top - parseFloat(sunk);
}

function cardOf(textID = ''): Element | null {
  return document.querySelector(`[data-text-id="${CSS.escape(textID)}"]`);
}

/** Has a card that is about to go fade where it stands. Not when it goes: that would cost a layout. */
export function fadeOut(card: Element | null): void {
  const ghost = card?.cloneNode(true);
  if (!card || !(ghost instanceof HTMLElement) || isStill()) return;
  const { top, left, width } = card.getBoundingClientRect();
  ghost.inert = true;
  ghost.ariaHidden = 'true';
  ghost.style.cssText = `position: fixed; top: ${top}px; left: ${left}px; width: ${width}px`;
  card.closest('[role="list"]')?.before(ghost);
  ghost.animate({ opacity: [1, 0] }, MOMENT).addEventListener('finish', () => ghost.remove());
}

function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
