import { useState, type ClipboardEvent, type DragEvent, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { graphemesOf } from '#shared/graphemes.ts';
import { withoutMalformed } from '#shared/thought.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Inputs that insert a text at the caret; those of an input method can't be cancelled. */
const INSERTIONS: readonly string[] = ['insertText', 'insertFromPaste', 'insertFromDrop'];

const FULL_MS = 600;

interface InputRule {
  /** Gives what a line break is shown as beside an incoming text. */
  lineBreakBeside?: (data: string, field: Field) => string;
  onCut: () => void;
}

/** Removes what no thought can hold, and cuts between graphemes, where browsers cut anywhere. */
export function fitInput({ lineBreakBeside = () => '\n', onCut }: InputRule) {
  const handleInput = (event: InputEvent): void => {
    const { data, inputType, target } = event;
    if (data === null || !isLimited(target)) return;
    const isTyped = inputType === 'insertText';
    const before = target.value;
    // A keyboard may type the two halves of a surrogate pair one after the other.
    const raw = isTyped ? data : withoutMalformed(data);
    const text = withLineBreaks(raw, lineBreakBeside(data, target));
    if (!INSERTIONS.includes(inputType)) return;
    const { maxLength, value, selectionStart, selectionEnd } = target;
    const selected = (selectionEnd ?? 0) - (selectionStart ?? 0);
    const fitting = cutText(text, Math.max(0, maxLength - value.length + selected));
    if (fitting === data && value === before) return;

    event.preventDefault();
    if (fitting.length < text.length) (isTyped ? showFull : onCut)(target);
    if (fitting === '') return;
    // No other way keeps the browser's undo. WebKit reports the text once more, as typed.
    document.execCommand('insertText', false, fitting);
    // Firefox sends no event during a drop; a second one does no harm.
    target.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  return (holder: HTMLElement | null) => {
    holder?.addEventListener('beforeinput', handleInput);
    return () => holder?.removeEventListener('beforeinput', handleInput);
  };
}

/** Turns the field's line red for a moment, when a key finds no room. */
function showFull(field: Field): void {
  const color = 'var(--danger)';
  const line = field.closest('[data-line]') ?? field.form?.querySelector('[data-line]');
  line?.animate({ borderColor: [color, color] }, FULL_MS);
}

function isLimited(target: EventTarget | null): target is Field {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isField && target.maxLength >= 0;
}

/** The longest prefix of a text within `limit` UTF-16 units that splits no grapheme. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = 0;
  for (const character of graphemesOf(text)) {
    if (end + character.length > limit) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** Shows a text's line breaks in a one-line field as a mark, one that the text does not contain otherwise. */
export function useLineMarks(text: string) {
  const [kept, setMark] = useState(() => markFor(text));
  const mark = text.includes(kept) ? markFor(text) : kept;
  return {
    line: withLineBreaks(text, mark),
    restore: (line: string) => toLines(line, mark),
    lineBreakBeside: (data: string, field: Field): string => {
      if (!data.includes(mark)) return mark;
      const other = markFor(text + data);
      const { selectionStart, selectionEnd } = field;
      flushSync(() => setMark(other));
      field.setSelectionRange(selectionStart, selectionEnd);
      return other;
    },
    /** Copies, cuts or drags what is selected, with its line breaks. */
    takeLines: (event: ClipboardEvent<Field> | DragEvent<Field>): void => {
      const { value, selectionStart, selectionEnd } = event.currentTarget;
      const taken = value.slice(selectionStart ?? 0, selectionEnd ?? 0);
      if (!taken.includes(mark)) return;
      const data = 'clipboardData' in event ? event.clipboardData : event.dataTransfer;
      data.setData('text/plain', toLines(taken, mark));
      if (event.type !== 'dragstart') event.preventDefault();
      if (event.type === 'cut') document.execCommand('delete');
    },
  };
}

/** The mark of a line break: an arrow, the first from ↵ on that the text does not contain; one UTF-16 unit. */
export function markFor(text: string): string {
  let code = 0x21b5;
  while (text.includes(String.fromCharCode(code))) code += 1;
  return String.fromCharCode(code);
}

export function withLineBreaks(text: string, mark: string): string {
  return text.replaceAll(/\r\n|\r|\n/gu, mark);
}

export function toLines(line: string, mark: string): string {
  return line.replaceAll(mark, '\n');
}

const TAKEN_KEY = 229;

/** Whether a key belongs to an input method, including the one that ends a conversion. */
export function isComposing({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  // Safari ends the composition before it sends the key: https://webkit.org/b/165004
  return nativeEvent.isComposing || keyCode === TAKEN_KEY;
}
