import { cutText } from './cut-text.ts';
import { isLimited, roomIn, type Field } from './field-room.ts';

/** Where an input method composes, and what there is room for (in units). */
interface Composition {
  start: number;
  /** So many units follow it. */
  after: number;
  room: number;
}

/**
 * Removes the part of a composed character that is left when a field has no room for the whole one:
 * browsers cut what goes beyond `maxLength` between any two units, and no composition can be refused.
 * To be installed once, for as long as the page lives.
 */
export function installWholeCharacters(): void {
  let composition: Composition | null = null;
  addEventListener('compositionstart', ({ target }) => {
    if (isLimited(target)) composition = compositionIn(target);
  });
  // Firefox takes emoji from the system's picker as composed.
  addEventListener('compositionend', ({ target, data }) => {
    const ended = composition;
    composition = null;
    // Some browsers cut it only once the event is over.
    if (isLimited(target) && ended !== null) setTimeout(() => removePart(target, data, ended));
  });
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
