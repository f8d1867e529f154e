import type { ClipboardEvent } from 'react';
import { cutText } from './cut-text.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

interface PasteRule {
  limit: number;
  /** Brings the pasted text into the field's form first. */
  prepare?: (pasted: string) => string;
  onCut: () => void;
}

/** Handles a paste: one that does not fit is cut between two characters, and told; the browser would cut it in silence. */
export function pasteWithin({ limit, prepare = (pasted) => pasted, onCut }: PasteRule) {
  return (event: ClipboardEvent<Field>): void => {
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const raw = event.clipboardData.getData('text/plain').replaceAll(/\r\n?/gu, '\n');
    const pasted = prepare(raw);
    const selected = (selectionEnd ?? 0) - (selectionStart ?? 0);
    const fitting = cutText(pasted, Math.max(0, limit - value.length + selected));
    if (fitting === raw) return;

    event.preventDefault();
    if (fitting.length < pasted.length) onCut();
    // The only way to insert that keeps the browser's own undo.
    document.execCommand('insertText', false, fitting);
  };
}
