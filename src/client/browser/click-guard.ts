/** Milliseconds of a double tap, for which a control that has just come under the pointer ignores presses. */
const DOUBLE_TAP_MS = 500;
const NEAR_PX = 32;
const CONTROLS = 'a, button, input, textarea, dialog';
/** Links that open one more tab with each press. */
const OPENERS = '[target="_blank"]';

/**
 * Ignores the second of two quick presses if another control is under the pointer by then, or one that would open a tab,
 * and the repeats of a held Enter.
 */
export function installClickGuard(): void {
  let pointer = seenBy(null);
  let last = { ...pointer, at: -Infinity };
  let suppressed: Element | null = null;
  /** Where Enter went down; only in a box are its repeats wanted. */
  let held: EventTarget | null = null;

  const remember = ({ timeStamp: at }: Event): void => {
    last = { ...pointer, at };
  };
  const follow = (event: PointerEvent): void => {
    pointer = seenBy(event);
    // After moving away, the next press is intended.
    if (Math.hypot(pointer.x - last.x, pointer.y - last.y) > NEAR_PX) last.at = -Infinity;
  };
  const resume = (): void => {
    suppressed?.removeAttribute('data-suppressed');
    suppressed = null;
  };
  const press = (event: PointerEvent): void => {
    follow(event);
    resume();
    const isNew = pointer.control !== last.control || pointer.name !== last.name;
    const isGuarded = isNew || pointer.control?.matches(OPENERS) === true;
    if (isGuarded && event.timeStamp - last.at < DOUBLE_TAP_MS) suppressed = pointer.control;
    // A suppressed control does not look pressed, either; see look.css.
    suppressed?.setAttribute('data-suppressed', '');
  };
  const keepFocus = (event: MouseEvent): void => {
    if (suppressed !== null) event.preventDefault();
  };
  const handleEnter = (event: KeyboardEvent): void => {
    const { key, repeat, target } = event;
    if (key !== 'Enter') return;
    if (!repeat) held = target;
    else if (target !== held || !(target instanceof HTMLTextAreaElement)) ignore(event);
  };
  const handleClick = (event: MouseEvent): void => {
    if (event.detail === 0) return;
    // A press beside all controls brings up no other control.
    if (suppressed === null) return pointer.control === null ? undefined : remember(event);
    ignore(event);
  };

  const options = { capture: true };
  addEventListener('pointermove', follow, options);
  addEventListener('pointerdown', press, options);
  addEventListener('mousedown', keepFocus, options);
  // Firefox reports a key's click on a link as a pointer's.
  for (const type of ['pointercancel', 'keydown']) addEventListener(type, resume, options);
  addEventListener('close', remember, options);
  onShiftUnder(() => pointer, remember);
  addEventListener('keydown', handleEnter, options);
  addEventListener('click', handleClick, options);
}

/** Calls back when a removal has brought another control under the pointer. */
function onShiftUnder(pointer: () => { x: number; y: number }, listener: (event: Event) => void) {
  /** What was there before; all that one render removes is one removal. */
  let before: ReturnType<typeof seenAt> | null = null;
  addEventListener(SHIFTING, () => {
    before ??= seenAt(pointer());
  });
  addEventListener(SHIFTED, (event) => {
    const now = seenAt(pointer());
    if (before && (before.control !== now.control || before.name !== now.name)) listener(event);
    before = null;
  });
}

function ignore(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** The events before and after a removal, which may bring another control under the pointer. */
export const SHIFTING = 'shifting';
export const SHIFTED = 'shifted';

function seenBy(event: PointerEvent | null) {
  const { clientX: x = -1, clientY: y = -1, target } = event ?? {};
  return { x, y, ...controlAround(target) };
}

function seenAt({ x, y }: { x: number; y: number }) {
  return controlAround(document.elementFromPoint(x, y));
}

function controlAround(target: EventTarget | null | undefined) {
  const control = target instanceof Element ? target.closest(CONTROLS) : null;
  return { control, name: control?.getAttribute('aria-label') ?? undefined };
}
