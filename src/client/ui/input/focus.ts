import type { RefCallback } from 'react';
import { flushSync } from 'react-dom';

/** What can take the focus by its name: the heading or the log-out row of a page; a card, its field or its Edit button. */
export type FocusTarget = 'heading' | 'logout' | `${'card' | 'field' | 'edit'} ${string}`;

const targets = new Map<FocusTarget, () => void>();

/** A ref that registers an element as a target of `moveFocus`, with how it takes the focus. */
export function focusTarget<E extends HTMLElement>(
  name: FocusTarget,
  focus = (element: E): void => element.focus({ preventScroll: true }),
): RefCallback<E> {
  return (element) => {
    if (element === null) return undefined;
    targets.set(name, () => focus(element));
    return () => void targets.delete(name);
  };
}

/** Focuses the first of these that is there once a change is rendered; within the press, as phones require. */
export function moveFocus(names: readonly FocusTarget[], change?: () => void): void {
  if (change) flushSync(change);
  const name = names.find((one) => targets.has(one));
  if (name !== undefined) targets.get(name)?.();
}

/** Focuses the heading once a change is drawn whole, if what had the focus is gone, or about to go. */
export function focusHeadingIfLost(): void {
  queueMicrotask(() => {
    if (document.activeElement?.matches('body, [inert] *')) moveFocus(['heading']);
  });
}

/** A ref for what may go by itself: it leaves the focus to the heading. */
export function passFocusOn(element: HTMLElement | null): () => void {
  return () => {
    if (document.activeElement === element) focusHeadingIfLost();
  };
}
