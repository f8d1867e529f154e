import { useLayoutEffect, useRef } from 'react';
import { cardElement } from '#client/card-element.ts';

/** The motion of a list that makes room. */
const ROOM = { duration: 320, easing: 'cubic-bezier(.2, .8, .2, 1)', composite: 'add' } as const;

/** Animates the list down from where it stood when a card arrives at its top, so that no layout shift counts. */
export function useArrivalMotion(first: string | undefined): void {
  const previous = useRef(first);
  useLayoutEffect(() => {
    const before = cardElement(previous.current);
    previous.current = first;
    const now = cardElement(first);
    if (before && now && scrollY === 0 && !isStill()) shiftDown(before, now);
  }, [first]);
}

function shiftDown(before: Element, now: Element): void {
  const by = topOf(before) - topOf(now);
  const list = now.closest('[role="list"]');
  if (by <= 0 || !list) return;
  move(list, -by);
  for (const card of list.querySelectorAll('[data-thought]')) {
    if (card === before) break;
    move(card, by);
  }
}

function move(element: Element, by: number): void {
  element.animate({ translate: [`0 ${by}px`, '0 0'] }, ROOM);
}

function topOf(element: Element): number {
  const [, sunk = '0'] = getComputedStyle(element).translate.split(' ');
  return element.getBoundingClientRect().top - parseFloat(sunk);
}

function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
