import { controlOf, watchControls, type SteadyControls } from './steady-controls.ts';

/** Nothing that appeared or moved under a pointer within this time (ms) can be pressed. */
const SETTLE_MS = 400;
/** A second press this near (px) the first one may be its echo. */
const ECHO_DISTANCE_PX = 32;
/** However hurried, no press is the echo of one longer ago (ms): it is meant by now. */
const LAST_ECHO_MS = 1_000;

interface Press {
  target: EventTarget | null;
  at: number;
  x: number;
  y: number;
}

/** A press, with the hurried ones that followed it. */
interface Presses extends Press {
  /** When the first of them was. */
  since: number;
}

interface Aim {
  /** The control that the mouse was last moved onto, and when (ms). */
  control: Element | null;
  at: number;
  x: number;
  y: number;
}

/**
 * Swallows the clicks of a mouse or a finger that were meant for something else: for what stood
 * there until a moment ago, or for what the press before has already opened, closed or removed.
 * The keyboard is exempt. To be installed once, for as long as the page lives.
 */
export function installPressGuard(): void {
  const controls = watchControls();
  let aim: Aim = { control: null, at: -Infinity, x: -1, y: -1 };
  let down: (Press & { isUnsteady: boolean }) | null = null;
  let last: Presses | null = null;

  const handleMove = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse') aim = aimAfter(event, aim);
  };
  const forget = (): void => {
    down = null;
  };
  const handleDown = (event: PointerEvent): void => {
    // Another button, or a second finger, makes no click.
    if (event.button !== 0 || !event.isPrimary) return;
    const press = pressOf(event);
    down = { ...press, isUnsteady: isUnsteady(press, { controls, aim }) };
  };
  const handleClick = (event: MouseEvent): void => {
    // A key, a script, assistive technology: no pointer. Firefox counts a key's click on a link as one.
    if (down === null || event.detail === 0) return;
    const press = pressOf(event);
    const isMeant =
      down.target === press.target && !down.isUnsteady && !isEcho(down, { last, aim });
    // Hurried presses stay the echo of the first of them until there is a pause.
    last = isMeant || last === null ? { ...press, since: press.at } : { ...last, at: press.at };
    down = null;
    if (isMeant) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  addEventListener('pointermove', handleMove, { capture: true, passive: true });
  addEventListener('pointerdown', handleDown, { capture: true, passive: true });
  addEventListener('pointercancel', forget, { capture: true, passive: true });
  addEventListener('keydown', forget, { capture: true, passive: true });
  addEventListener('click', handleClick, { capture: true });
}

function pressOf({ target, timeStamp, clientX, clientY }: MouseEvent): Press {
  return { target: controlOf(target) ?? target, at: timeStamp, x: clientX, y: clientY };
}

/** The mouse has aimed at a control when it came onto it from outside, not when it was moved below. */
function aimAfter({ target, timeStamp, clientX: x, clientY: y }: PointerEvent, before: Aim): Aim {
  const control = controlOf(target);
  if (control === null || isInside(before, control)) return { ...before, x, y };
  return { control, at: timeStamp, x, y };
}

function isInside({ x, y }: { x: number; y: number }, control: Element): boolean {
  const { left, right, top, bottom } = control.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}

/** Whether the control has appeared, moved or been renamed too lately, and was not aimed at since. */
function isUnsteady(
  { target, at }: Press,
  { controls, aim }: { controls: SteadyControls; aim: Aim },
): boolean {
  const control = controlOf(target);
  if (control === null) return false;
  const since = controls.since(control);
  return at - since < SETTLE_MS && !(aim.control === control && aim.at > since);
}

/** Whether a press follows another one so soon and so near that it was meant for the same thing. */
function isEcho(press: Press, { last, aim }: { last: Presses | null; aim: Aim }): boolean {
  if (last === null || last.target === press.target || isTextField(press.target)) return false;
  const isAimed = aim.control === press.target && aim.at > last.at;
  const distance = Math.hypot(press.x - last.x, press.y - last.y);
  const isHurried = press.at - last.at < SETTLE_MS && press.at - last.since < LAST_ECHO_MS;
  return isHurried && distance < ECHO_DISTANCE_PX && !isAimed;
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea');
}
