import { cutText } from './cut-text.ts';
import { roomIn, type Field } from './field-room.ts';

/** Where an input method composes, and what there is room for (in units). */
interface Composition {
  start: number;
  /** So many units follow it. */
  after: number;
  room: number;
}

/**
 * Keeps a character of several units that a field has no room for out as a whole: browsers cut what
 * goes beyond `maxLength` between any two units. To be installed once, for as long as the page lives.
 */
export function installWholeCharacters(): void {
  let composition: Composition | null = null;
  addEventListener('beforeinput', keepOut, { capture: true });
  addEventListener('compositionstart', ({ target }) => {
    if (isLimited(target)) composition = compositionIn(target);
  });
  // Firefox takes emoji from the system's picker as composed, and no composition can be refused.
  addEventListener('compositionend', ({ target, data }) => {
    const ended = composition;
    composition = null;
    // Some browsers cut it only once the event is over.
    if (isLimited(target) && ended !== null) setTimeout(() => removePart(target, data, ended));
  });
}

/** What is not composed can be refused before it is there. */
function keepOut(event: InputEvent): void {
  const { target, data } = event;
  if (data === null || data.length < 2 || !isLimited(target)) return;
  if (cutText(data, roomIn(target)) === '') event.preventDefault();
}

/** Removes what was left of the last character of a composed text. */
function removePart(field: Field, composed: string, { start, after, room }: Composition): void {
  const left = field.value.slice(start, field.value.length - after);
  const whole = cutText(composed, room);
  if (left.length <= whole.length || !composed.startsWith(left)) return;
  // The focus may be elsewhere by now, so that no command can do it.
  field.setRangeText('', start + whole.length, start + left.length, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

function compositionIn(field: Field): Composition {
  const { value, selectionStart, selectionEnd } = field;
  return {
    start: selectionStart ?? 0,
    after: value.length - (selectionEnd ?? 0),
    room: roomIn(field),
  };
}

function isLimited(target: EventTarget | null): target is Field {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isField && target.maxLength >= 0;
}
