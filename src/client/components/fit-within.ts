import type { ClipboardEvent, InputEvent } from 'react';
import { cutText } from './cut-text.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

interface FitRule {
  limit: number;
  /** Brings the pasted text into the field's form first. */
  prepare?: (pasted: string) => string;
  onCut: () => void;
}

/** The handlers of a field that takes whole characters only, up to its limit. */
export function fitWithin(rule: FitRule) {
  return {
    onBeforeInput: (event: InputEvent<Field>) => keepWhole(event, rule.limit),
    onPaste: (event: ClipboardEvent<Field>) => pasteWithin(event, rule),
  };
}

/** Cuts a paste that does not fit, between two characters; the browser would cut in silence. */
function pasteWithin(
  event: ClipboardEvent<Field>,
  { limit, prepare = (pasted) => pasted, onCut }: FitRule,
): void {
  const raw = event.clipboardData.getData('text/plain').replaceAll(/\r\n?/gu, '\n');
  const pasted = prepare(raw);
  const fitting = fit(event.currentTarget, { text: pasted, limit });
  if (fitting === raw) return;

  event.preventDefault();
  if (fitting.length < pasted.length) onCut();
  // The only way to insert that keeps the browser's own undo.
  document.execCommand('insertText', false, fitting);
}

/** Keeps a character of several units that does not fit out as a whole; the browser would cut it. */
function keepWhole(event: InputEvent<Field>, limit: number): void {
  const text = event.data;
  if (text.length > 1 && fit(event.currentTarget, { text, limit }) === '') event.preventDefault();
}

/** How much of a text there is room for in a field. */
function fit(field: Field, { text, limit }: { text: string; limit: number }): string {
  const selected = (field.selectionEnd ?? 0) - (field.selectionStart ?? 0);
  return cutText(text, Math.max(0, limit - field.value.length + selected));
}
