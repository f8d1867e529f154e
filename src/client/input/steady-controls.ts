/** What a press does something with. Text fields are left out: a press there does no harm. */
const CONTROLS = 'a[href], button, [role="button"], summary';
/** So long (ms) after a change of the page its controls may still be moving. */
const WATCH_MS = 400;
/** Twice as many children, or more, are those of a list: they stand below each other. */
const LIST_LENGTH = 8;
/** Movements below this (px) take no control from under a pointer. */
const TOLERANCE_PX = 3;

/** Attributes alone begin no watch: they change with whatever is pointed at. */
const CHANGES = { childList: true, characterData: true, attributes: true, subtree: true };

interface Placement {
  /** The middle of the control in the window, in px. */
  x: number;
  y: number;
  scrolled: number;
  name: string;
  /** Since when (ms, as `performance.now`) it has stood there under this name. */
  since: number;
}

/** Knows since when each control that can be seen has stood where it stands. */
export interface SteadyControls {
  /** Measures the control now; returns since when (ms) it has stood there, under this name. */
  since: (control: Element) => number;
}

/** The control that an element is, or is a part of. */
export function controlOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(CONTROLS) : null;
}

/** Begins to watch the controls of the page, for as long as the page lives. */
export function watchControls(): SteadyControls {
  const placements = new WeakMap<Element, Placement>();
  let watchUntil = 0;
  let frame = 0;
  let moves = false;

  const measure = (control: Element, since: { ifNew: number; ifMoved: number }): number => {
    const now = placementOf(control);
    const before = placements.get(control);
    now.since = since.ifMoved;
    if (before === undefined) now.since = since.ifNew;
    else if (isSamePlacement(before, now)) now.since = before.since;
    placements.set(control, now);
    return now.since;
  };
  const measureAll = (since: number): void => {
    for (const control of visibleControls(document.body)) {
      measure(control, { ifNew: since, ifMoved: since });
    }
  };
  const isChanging = (): boolean => frame !== 0 || performance.now() < watchUntil;
  // Each frame costs a page of thousands of cards: while all stands still none is asked for. Once
  // something moves, it goes on to the end: the last place is measured, too.
  const watch = (now: number): void => {
    measureAll(now);
    moves = now < watchUntil && (moves || isMoving());
    frame = moves ? requestAnimationFrame(watch) : 0;
  };
  const measureSoon = (): void => {
    if (isChanging()) frame ||= requestAnimationFrame(watch);
  };
  // What is scrolled into view was there before.
  const measureAfterScrolling = (): void => {
    if (!isChanging()) measureAll(-Infinity);
  };

  new MutationObserver((changes) => {
    const isChange = changes.some(({ attributeName }) => attributeName === null);
    if (isChange) watchUntil = performance.now() + WATCH_MS;
    measureSoon();
  }).observe(document.body, CHANGES);
  addEventListener('scroll', measureSoon, { capture: true, passive: true });
  addEventListener('resize', measureSoon, { passive: true });
  const scrolled = 'onscrollend' in window ? 'scrollend' : 'scroll';
  addEventListener(scrolled, measureAfterScrolling, { passive: true });
  measureAll(-Infinity);
  return {
    since: (control) =>
      measure(control, {
        ifNew: -Infinity,
        // Unless the page changes, it was moved some time ago: by a resize, a keyboard, a zoom.
        ifMoved: isChanging() ? performance.now() : -Infinity,
      }),
  };
}

/** Whether anything moves by itself; what does so inside a control leaves that where it is. */
function isMoving(): boolean {
  return document
    .getAnimations()
    .some(
      ({ effect }) =>
        !(effect instanceof KeyframeEffect && controlOf(effect.target?.parentElement ?? null)),
    );
}

function placementOf(control: Element): Placement {
  const { left, right, top, bottom } = control.getBoundingClientRect();
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    scrolled: scrollY,
    name: control.getAttribute('title') ?? '',
    since: -Infinity,
  };
}

/** Whether it stayed, in the window or on the page: a scroll takes the control along. */
function isSamePlacement(before: Placement, now: Placement): boolean {
  const moved = now.y - before.y;
  const movedOnPage = moved + now.scrolled - before.scrolled;
  return (
    now.name === before.name &&
    Math.abs(now.x - before.x) < TOLERANCE_PX &&
    Math.min(Math.abs(moved), Math.abs(movedOnPage)) < TOLERANCE_PX
  );
}

/** Visits what is in the window only: a list may be thousands of cards long. */
function* visibleControls(parent: Element): Generator<Element> {
  for (const child of inWindow([...parent.children])) {
    if (child.matches(CONTROLS)) yield child;
    // Of most cards nothing needs to be measured: they are somebody else's, without a control.
    else if (child.querySelector(CONTROLS) !== null) yield* visibleControls(child);
  }
}

/** Of neighbours those in the window; many are a list, of which only the part around it is measured. */
function inWindow(elements: Element[]): Element[] {
  const half = elements.length >> 1;
  const middle = elements[half];
  if (middle === undefined || half < LIST_LENGTH) return elements.filter(isInWindow);
  const { top, bottom } = middle.getBoundingClientRect();
  const halves = [
    bottom > 0 ? elements.slice(0, half) : [],
    top < innerHeight ? elements.slice(half) : [],
  ];
  return halves.flatMap(inWindow);
}

function isInWindow(element: Element): boolean {
  const { top, bottom, height } = element.getBoundingClientRect();
  return height === 0 || (bottom > 0 && top < innerHeight);
}
