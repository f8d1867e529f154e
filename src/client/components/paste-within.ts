import type { ClipboardEvent } from 'react';
import { cutText } from './cut-text.ts';

interface PasteRule {
  limit: number;
  /** Brings the pasted text into the field's form first. */
  prepare?: (pasted: string) => string;
  onCut: () => void;
}

/** Cuts a paste that does not fit, between two characters; the browser would cut in silence. */
export function pasteWithin(
  event: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>,
  { limit, prepare = (pasted) => pasted, onCut }: PasteRule,
): void {
  const field = event.currentTarget;
  const raw = event.clipboardData.getData('text/plain').replaceAll(/\r\n?/gu, '\n');
  const pasted = prepare(raw);
  const selected = (field.selectionEnd ?? 0) - (field.selectionStart ?? 0);
  const fitting = cutText(pasted, Math.max(0, limit - field.value.length + selected));
  if (fitting === raw) return;

  event.preventDefault();
  if (fitting.length < pasted.length) onCut();
  // The only way to insert that keeps the browser's own undo.
  document.execCommand('insertText', false, fitting);
}
