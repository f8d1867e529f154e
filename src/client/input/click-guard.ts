/** As long (ms) as a double tap may last, a control that a press or a removal brought under the pointer ignores presses. */
const DOUBLE_TAP_MS = 500;
const NEAR_PX = 32;
const CONTROLS = 'a, button, input, textarea, dialog';

interface Seen {
  x: number;
  y: number;
  control: Element | null;
  name: string | undefined;
}

/** Ignores the second of two quick presses if another control is under the pointer by then. */
export function installClickGuard(): void {
  let pointer = seenBy(null);
  let last: (Seen & { at: number; path: string }) | null = null;
  let deaf: Element | null = null;

  const note = ({ timeStamp: at }: Event): void => {
    last = { ...pointer, at, path: location.pathname };
  };
  const isUncovered = ({ control, name }: Seen, at: number): boolean =>
    last !== null &&
    at - last.at < DOUBLE_TAP_MS &&
    last.path === location.pathname &&
    (control !== last.control || name !== last.name);
  const follow = (event: PointerEvent): void => {
    pointer = seenBy(event);
    // After moving away, the next press is intended.
    if (last && Math.hypot(pointer.x - last.x, pointer.y - last.y) > NEAR_PX) last = null;
  };
  const hear = (): void => {
    deaf?.removeAttribute('data-deaf');
    deaf = null;
  };
  const press = (event: PointerEvent): void => {
    follow(event);
    hear();
    if (isUncovered(pointer, event.timeStamp)) deaf = pointer.control;
    // Nor does it look pressed; see look.css.
    deaf?.setAttribute('data-deaf', '');
  };
  const handleClick = (event: MouseEvent): void => {
    if (event.detail === 0) return;
    if (deaf === null) return note(event);
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  const options = { capture: true, passive: true };
  addEventListener('pointermove', follow, options);
  addEventListener('pointerdown', press, options);
  // Firefox reports a key's click on a link as a pointer's.
  for (const type of ['pointercancel', 'keydown']) addEventListener(type, hear, options);
  for (const type of ['close', UNCOVERED]) addEventListener(type, note, options);
  addEventListener('click', handleClick, { capture: true });
}

export const UNCOVERED = 'uncovered';

function seenBy(event: PointerEvent | null): Seen {
  const { clientX: x = -1, clientY: y = -1, target } = event ?? {};
  const control = target instanceof Element ? target.closest(CONTROLS) : null;
  return { x, y, control, name: control?.getAttribute('title') ?? undefined };
}
