export type Field = HTMLInputElement | HTMLTextAreaElement;

/** How many units a field has room for in place of its selection, by its `maxLength`. */
export function roomIn({ maxLength, value, selectionStart, selectionEnd }: Field): number {
  const selected = (selectionEnd ?? 0) - (selectionStart ?? 0);
  return Math.max(0, maxLength - value.length + selected);
}
