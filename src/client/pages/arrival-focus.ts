import { createContext } from 'react';

/** A ref for the heading of a page. */
type HeadingRef = (heading: HTMLElement | null) => void;

/**
 * Makes a ref for the headings of all pages of an app: a heading takes the focus when its page was
 * reached from another, so that the keyboard and the screen reader start there, and not when the app
 * began with it.
 */
export function createArrivalFocus(): HeadingRef {
  let first: HTMLElement | null = null;
  return (heading) => {
    if (heading === null) return;
    first ??= heading;
    if (heading !== first) heading.focus({ preventScroll: true });
  };
}

/** The ref that all pages share. */
export const ArrivalFocusContext = createContext<HeadingRef>(() => {});
