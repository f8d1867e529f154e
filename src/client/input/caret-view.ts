import type { Field } from './field-room.ts';

/** How much (px) of a field's text is out of view, after its lines and below them. */
interface Hidden {
  after: number;
  below: number;
}

/** Brings the end of a field's text into view: Chromium and WebKit don't when a script moves the caret. */
export function showEnd(field: Field): void {
  hideOnly(field, { after: 0, below: 0 });
}

/** Keeps the caret of a field in view while a script changes the text before it. */
export function keepCaretInView(field: Field, change: () => void): void {
  const { scrollWidth, scrollLeft, clientWidth, scrollHeight, scrollTop, clientHeight } = field;
  change();
  if (field.selectionEnd === field.value.length) showEnd(field);
  else {
    // What follows the caret stays where it was.
    hideOnly(field, {
      after: scrollWidth - clientWidth - Math.abs(scrollLeft),
      below: scrollHeight - clientHeight - scrollTop,
    });
  }
}

function hideOnly(field: Field, { after, below }: Hidden): void {
  const isRightToLeft = getComputedStyle(field).direction === 'rtl';
  const before = field.scrollWidth - field.clientWidth - after;
  field.scrollLeft = isRightToLeft ? -before : before;
  field.scrollTop = field.scrollHeight - field.clientHeight - below;
}
