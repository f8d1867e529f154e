import type { RefCallback } from 'react';
import { cutText } from './cut-text.ts';
import { isLimited, roomIn } from './field-room.ts';

/** What puts a whole text in at the caret. What an input method composes can't be refused. */
const INSERTIONS: readonly string[] = ['insertText', 'insertFromPaste', 'insertFromDrop'];

interface InputRule {
  /** Brings a text that comes in into the field's form first. */
  prepare?: (text: string) => string;
  /** A text was cut that was pasted or dropped. */
  onCut: () => void;
}

/** WebKit tells of a text that a command inserts as if it were typed. */
let isInserting = false;

/**
 * Returns a ref for what holds a text field: a text that comes in and does not fit is cut between two
 * characters. Browsers cut between any two units, and in silence.
 */
export function fitInput({ prepare = (text) => text, onCut }: InputRule): RefCallback<HTMLElement> {
  const handleInput = (event: InputEvent): void => {
    const { target, data, inputType } = event;
    if (isInserting || data === null || !INSERTIONS.includes(inputType)) return;
    if (!isLimited(target)) return;
    const raw = data.replaceAll(/\r\n?/gu, '\n');
    const text = prepare(raw);
    const fitting = cutText(text, roomIn(target));
    if (fitting === raw) return;

    event.preventDefault();
    if (fitting.length < text.length && inputType !== 'insertText') onCut();
    if (fitting !== '') insert(fitting);
  };
  return (holder) => {
    holder?.addEventListener('beforeinput', handleInput);
    return () => holder?.removeEventListener('beforeinput', handleInput);
  };
}

/** Inserts at the caret of the field that has it; a drop has moved it by then. */
function insert(text: string): void {
  isInserting = true;
  // The only way that keeps the browser's own undo.
  document.execCommand('insertText', false, text);
  isInserting = false;
}
