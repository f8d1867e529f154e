/** A click this soon (ms) after another press, or after a dialog closed, may have been meant for that. */
const ECHO_MS = 400;
/** So near (px) it was. */
const ECHO_PX = 32;
/** However hurried, no click is the echo of a press longer ago (ms): it is meant by now. */
const LAST_ECHO_MS = 1_000;

interface Point {
  x: number;
  y: number;
}

/**
 * Swallows the second click of a hurried mouse or finger at one place: the first one may have closed a
 * dialog, or removed a card, and another control stands there now. The keyboard is exempt. To be
 * installed once, for as long as the page lives.
 */
export function installClickGuard(): void {
  let pointer: Point = { x: -1, y: -1 };
  let isByPointer = false;
  /** Where something happened last; `since` when the first of what was hurried there did. */
  let last: (Point & { at: number; since: number }) | null = null;

  const follow = ({ clientX: x, clientY: y, type }: PointerEvent): void => {
    pointer = { x, y };
    isByPointer ||= type === 'pointerdown';
    if (last !== null && Math.hypot(x - last.x, y - last.y) > ECHO_PX) last = null;
  };
  const forgetPointer = (): void => {
    isByPointer = false;
  };
  const note = (at: number, since: number): void => {
    last = { ...pointer, at, since };
  };
  const handleClick = (event: MouseEvent): void => {
    // Firefox counts a key's click on a link as one of a pointer.
    if (!isByPointer || event.detail === 0) return;
    isByPointer = false;
    const at = event.timeStamp;
    const isEcho = last !== null && at - last.at < ECHO_MS && at - last.since < LAST_ECHO_MS;
    note(at, isEcho && last !== null ? last.since : at);
    if (!isEcho) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  const options = { capture: true, passive: true };
  for (const type of ['pointermove', 'pointerdown'] as const)
    addEventListener(type, follow, options);
  for (const type of ['pointercancel', 'keydown'] as const)
    addEventListener(type, forgetPointer, options);
  addEventListener('close', ({ timeStamp }) => note(timeStamp, timeStamp), options);
  addEventListener('click', handleClick, { capture: true });
}
