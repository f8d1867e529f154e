import { useLayoutEffect, useRef } from 'react';
import { cardElement } from '#client/card-element.ts';

const MOMENT = { duration: 160, easing: 'ease-out' };

/** Animates the list down from where it stood when a card arrives at its top, so that no layout shift counts. */
export function useArrivalMotion(first: string | undefined): void {
  const former = useRef(first);
  useLayoutEffect(() => {
    const before = cardElement(former.current);
    former.current = first;
    const now = cardElement(first);
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

let isMeasured = false;

/** The visible box of a card that is about to go; of several at once only the first, as each costs a layout. */
export function lastPlace(item: Element): DOMRect | null {
  if (isMeasured || isStill()) return null;
  isMeasured = true;
  queueMicrotask(() => {
    isMeasured = false;
  });
  const place = item.getBoundingClientRect();
  return place.bottom > 0 && place.top < innerHeight ? place : null;
}

export function fadeAway(item: Element, { top, left, width }: DOMRect, list: Element): void {
  const ghost = item.cloneNode(true);
  if (!(ghost instanceof HTMLElement)) return;
  ghost.inert = true;
  ghost.ariaHidden = 'true';
  ghost.removeAttribute('data-text-id');
  ghost.style.cssText = `position: fixed; top: ${top}px; left: ${left}px; width: ${width}px`;
  list.before(ghost);
  ghost.animate({ opacity: [1, 0] }, MOMENT).addEventListener('finish', () => ghost.remove());
}

function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
