import { useLayoutEffect, useRef } from 'react';
import { cardElement } from '#client/ui/card-element.ts';

/** The motion of a list that makes room, or closes. */
const ROOM = { duration: 320, easing: 'cubic-bezier(.2, .8, .2, 1)' };
/** The name of its animations. */
const MOVE = 'move';
const FADE_MS = 100;

/** Cards above this (px, in the window) may hold the reader's place, and must not be moved. */
const BELOW_ANCHOR_PX = 100;

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
  const list = now.closest<HTMLElement>('[role="list"]');
  if (by <= 0 || !list) return;
  move(list, -by);
  // New cards stay where they come in; those of a moment ago, which do so already, from now on for as long as the list moves.
  let isNew = true;
  for (const card of list.querySelectorAll<HTMLElement>('[data-thought]')) {
    isNew &&= card !== before;
    if (!isNew && sunkBy(card) === 0) break;
    move(card, isNew ? by : 0);
  }
}

/** The latest start of each element's motion, which alone counts: an earlier one would begin before the list is painted. */
const starts = new WeakMap<Element, () => void>();

/** Moves an element by so much (px) from where it stands, as it may be on its way, and then to its place. */
function move(element: HTMLElement, by: number, delay = 0): void {
  const { style } = element;
  const from = sunkBy(element) + by;
  for (const motion of element.getAnimations()) if (motion.id === MOVE) motion.cancel();
  // It stands still until the list is painted: Chromium counts a layout shift for what is moving meanwhile.
  style.translate = `0 ${from}px`;
  const start = (): void => {
    if (starts.get(element) !== start) return;
    const { translate } = style;
    style.translate = '';
    const options = { ...ROOM, delay, id: MOVE, fill: 'backwards' } as const;
    element.animate({ translate: [translate, '0 0'] }, options);
  };
  starts.set(element, start);
  requestAnimationFrame(() => requestAnimationFrame(start));
}

function topOf(element: Element): number {
  return element.getBoundingClientRect().top - sunkBy(element);
}

/** How far (px) an element is from its place. */
function sunkBy(element: Element): number {
  const [, sunk = '0'] = getComputedStyle(element).translate.split(' ');
  return parseFloat(sunk);
}

let isMeasured = false;

/**
 * Measures a card in view that is about to go; of several at once only the first, as each costs a layout. Returns
 * what lets it fade where it was, and then closes the list.
 */
export function prepareFade(item: HTMLElement): ((list: Element) => void) | undefined {
  if (isMeasured || isStill()) return undefined;
  isMeasured = true;
  queueMicrotask(() => {
    isMeasured = false;
  });
  const { top, bottom, left, width } = item.getBoundingClientRect();
  if (bottom <= 0 || top >= innerHeight) return undefined;
  const rest = top > BELOW_ANCHOR_PX ? [...following(item)] : [];
  const places = rest.map((element) => ({ element, top: topOf(element) }));
  return (list) => {
    const ghost = ghostOf(item, { opacity: [1, 0] }, FADE_MS);
    ghost.removeAttribute('data-thought');
    // The card has been there before, so its copy does not fade in.
    ghost.firstElementChild?.removeAttribute('data-arrival');
    ghost.style.cssText = `position: fixed; top: ${top}px; left: ${left}px; width: ${width}px`;
    list.before(ghost);
    for (const { element, top: before } of places) {
      const by = element.isConnected ? before - topOf(element) : 0;
      if (by > 0) move(element, by, FADE_MS);
    }
  };
}

/** All that comes after a card, up to its list, as few elements as possible. */
function* following(item: Element): Iterable<HTMLElement> {
  for (let level: Element | null = item; level; level = level.parentElement) {
    if (level.matches('[role="list"]')) return;
    for (let next = level.nextElementSibling; next; next = next.nextElementSibling)
      if (next instanceof HTMLElement) yield next;
  }
}

/** A copy of an element that goes, which takes no input, and vanishes. */
function ghostOf(
  element: HTMLElement,
  keyframes: PropertyIndexedKeyframes,
  duration: number,
): HTMLElement {
  const ghost = document.importNode(element, true);
  ghost.inert = true;
  ghost.ariaHidden = 'true';
  ghost
    .animate(keyframes, { duration, easing: 'ease-out', fill: 'forwards' })
    .addEventListener('finish', () => ghost.remove());
  return ghost;
}

function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
