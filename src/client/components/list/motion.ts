import { useLayoutEffect, useRef } from 'react';
import { cardElement } from '#client/card-element.ts';

/** The motion of a list that makes room, or closes. */
const ROOM = { duration: 320, easing: 'cubic-bezier(.2, .8, .2, 1)' };
const FADE_MS = 100;
const AWAY_MS = 120;

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
  const list = now.closest('[role="list"]');
  if (by <= 0 || !list) return;
  move(list, -by);
  for (const card of list.querySelectorAll('[data-thought]')) {
    if (card === before) break;
    move(card, by);
  }
}

function move(element: Element, by: number, delay = 0): void {
  const translate = [`0 ${by}px`, '0 0'];
  element.animate({ translate }, { ...ROOM, delay, fill: 'backwards', composite: 'add' });
}

function topOf(element: Element): number {
  const [, sunk = '0'] = getComputedStyle(element).translate.split(' ');
  return element.getBoundingClientRect().top - parseFloat(sunk);
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
  const stood = rest.map((element) => ({ element, top: topOf(element) }));
  return (list) => {
    const ghost = ghostOf(item, { opacity: [1, 0] }, FADE_MS);
    ghost.removeAttribute('data-thought');
    // The card has been there before, so its copy does not fade in.
    ghost.firstElementChild?.removeAttribute('data-arrival');
    ghost.style.cssText = `position: fixed; top: ${top}px; left: ${left}px; width: ${width}px`;
    list.before(ghost);
    for (const { element, top: before } of stood) {
      const by = element.isConnected ? before - topOf(element) : 0;
      if (by > 0) move(element, by, FADE_MS);
    }
  };
}

/** All that comes after a card, up to its list, as few elements as possible. */
function* following(item: Element): Iterable<Element> {
  for (let level: Element | null = item; level; level = level.parentElement) {
    if (level.matches('[role="list"]')) return;
    for (let next = level.nextElementSibling; next; next = next.nextElementSibling) yield next;
  }
}

/** A dialog that is about to go leaves as it came, with its backdrop. */
export function slideAway(dialog: HTMLDialogElement): void {
  if (isStill()) return;
  const keyframes = { opacity: [1, 0], translate: ['0 0', '0 var(--rise)'] };
  const ghost = ghostOf(dialog, keyframes, AWAY_MS);
  ghost.setAttribute('open', '');
  ghost.dataset['gone'] = '';
  dialog.before(ghost);
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
