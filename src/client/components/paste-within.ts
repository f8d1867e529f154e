import type { ClipboardEvent } from 'react';
import { cutText } from './cut-text.ts';
import { roomIn, type Field } from './field-room.ts';

interface PasteRule {
  /** Brings the pasted text into the field's form first. */
  prepare?: (pasted: string) => string;
  onCut: () => void;
}

/** Returns the handler that cuts a paste which does not fit, between two characters; browsers cut in silence. */
export function pasteWithin({ prepare = (pasted) => pasted, onCut }: PasteRule) {
  return (event: ClipboardEvent<Field>): void => {
    const raw = event.clipboardData.getData('text/plain').replaceAll(/\r\n?/gu, '\n');
    const pasted = prepare(raw);
    const fitting = cutText(pasted, roomIn(event.currentTarget));
    if (fitting === raw) return;

    event.preventDefault();
    if (fitting.length < pasted.length) onCut();
    // The only way to insert that keeps the browser's own undo.
    document.execCommand('insertText', false, fitting);
  };
}
