import { cutText } from './cut-text.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** What stands around the text that an input method composes. */
interface Composition {
  before: string;
  after: string;
}

/**
 * Keeps a character of several units that a field has no room for out as a whole: browsers cut what
 * goes beyond `maxLength` between any two units. To be installed once, for as long as the page lives.
 */
export function installWholeCharacters(): void {
  let composition: Composition | null = null;
  addEventListener('beforeinput', keepOut, { capture: true });
  addEventListener('compositionstart', ({ target }) => {
    if (isLimited(target)) composition = aroundSelection(target);
  });
  // Firefox takes emoji from the system's picker as composed, and no composition can be refused.
  addEventListener('compositionend', ({ target, data }) => {
    const around = composition;
    composition = null;
    // Some browsers cut it only once the event is over.
    if (isLimited(target) && around !== null) setTimeout(() => removePart(target, data, around));
  });
}

/** What is not composed can be refused before it is there. */
function keepOut(event: InputEvent): void {
  const { target, data } = event;
  if (data === null || data.length < 2 || !isLimited(target)) return;
  if (fitting(target, data, aroundSelection(target)) === '') event.preventDefault();
}

/** Removes what was left of the last character of a composed text. */
function removePart(field: Field, composed: string, { before, after }: Composition): void {
  const { value } = field;
  const left = value.slice(before.length, value.length - after.length);
  const whole = fitting(field, composed, { before, after });
  if (left.length <= whole.length || !composed.startsWith(left)) return;
  // The focus may be elsewhere by now, so that no command can do it.
  field.setRangeText('', before.length + whole.length, before.length + left.length, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** How much of a text there is room for: whole characters only. */
function fitting(field: Field, text: string, { before, after }: Composition): string {
  return cutText(text, Math.max(0, field.maxLength - before.length - after.length));
}

function aroundSelection({ value, selectionStart, selectionEnd }: Field): Composition {
  return { before: value.slice(0, selectionStart ?? 0), after: value.slice(selectionEnd ?? 0) };
}

function isLimited(target: EventTarget | null): target is Field {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isField && target.maxLength >= 0;
}
