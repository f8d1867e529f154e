export type Field = HTMLInputElement | HTMLTextAreaElement;

/** Whether something is a text field that takes so many units at most. */
export function isLimited(target: EventTarget | null): target is Field {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isField && target.maxLength >= 0;
}

/** How many units a field has room for in place of its selection, by its `maxLength`. */
export function roomIn({ maxLength, value, selectionStart, selectionEnd }: Field): number {
  const selected = (selectionEnd ?? 0) - (selectionStart ?? 0);
  return Math.max(0, maxLength - value.length + selected);
}
