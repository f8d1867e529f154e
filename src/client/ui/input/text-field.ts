import type { ClipboardEvent, DragEvent, KeyboardEvent } from 'react';
import { graphemesOf } from '#shared/graphemes.ts';
import { withoutMalformed } from '#shared/thought.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Inputs that insert a text at the caret; those of an input method can't be cancelled. */
const INSERTIONS: readonly string[] = [
  'insertText',
  'insertLineBreak',
  'insertFromPaste',
  'insertFromDrop',
];

const FULL_MS = 600;

interface InputRule {
  /** How the field shows a text, and the text that it shows: its limit is the text's. */
  show?: (text: string) => string;
  read?: (value: string) => string;
  /** What was typed, or else inserted as a whole, does not fit. */
  onNoRoom: (isTyped: boolean) => void;
}

/** Whether the text that comes in is one that was inserted here: WebKit reports it once more. */
let isInserting = false;

/** Removes what no thought can hold, and cuts between graphemes, where browsers cut anywhere. */
export function fitInput({ show = asIs, read = asIs, onNoRoom }: InputRule) {
  const handleInput = (event: InputEvent): void => {
    const { inputType, target } = event;
    // The event of an Enter key has no text.
    const data = inputType === 'insertLineBreak' ? '\n' : event.data;
    if (isInserting || data === null || !INSERTIONS.includes(inputType) || !isLimited(target))
      return;
    const isTyped = !inputType.includes('From');
    // A keyboard may type the two halves of a surrogate pair one after the other.
    const text = withPlainBreaks(isTyped ? data : withoutMalformed(data));
    const { maxLength, value, selectionStart, selectionEnd } = target;
    const [before, after] = [value.slice(0, selectionStart ?? 0), value.slice(selectionEnd ?? 0)];
    const limit = maxLength - surplusOf(value, read);
    const cut = cutText(text, Math.max(0, limit - read(before + after).length));
    const fitting = show(cut);
    if (fitting === data) return;

    event.preventDefault();
    if (cut.length < text.length) {
      onNoRoom(isTyped);
      if (isTyped) showFull(target);
    }
    if (fitting === '') return;
    isInserting = true;
    target.maxLength = limit + surplusOf(before + fitting + after, read);
    // No other way keeps the browser's undo.
    document.execCommand('insertText', false, fitting);
    isInserting = false;
    // Firefox sends no event during a drop; a second one does no harm.
    target.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  return (holder: HTMLElement | null) => {
    holder?.addEventListener('beforeinput', handleInput);
    return () => holder?.removeEventListener('beforeinput', handleInput);
  };
}

function asIs(text: string): string {
  return text;
}

/** By how much what a field shows is longer than its text. */
function surplusOf(value: string, read: (value: string) => string): number {
  return value.length - read(value).length;
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

function withPlainBreaks(text: string): string {
  return text.replaceAll(/\r\n?/gu, '\n');
}

const SIGN = '↵';
/** A sign that is part of the text: with a variation selector, which is invisible. */
const OWN_SIGN = `${SIGN}\uFE0E`;

/** Shows a text in a one-line field, its line breaks as ↵. */
export function toOneLine(text: string): string {
  // A selector at the start of a line selects nothing.
  return text.replaceAll(SIGN, OWN_SIGN).replaceAll(/(?:\r\n?|\n)\uFE0E*/gu, SIGN);
}

/** The text that a one-line field shows. */
export function toLines(line: string): string {
  return line.replaceAll(/↵(\uFE0E?)/gu, (_sign, own) => (own === '' ? '\n' : SIGN));
}

/** Copies, cuts or drags what is selected in a one-line field, with its line breaks. */
export function takeLines(event: ClipboardEvent<Field> | DragEvent<Field>): void {
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  const taken = value.slice(selectionStart ?? 0, selectionEnd ?? 0);
  if (!taken.includes(SIGN)) return;
  const data = 'clipboardData' in event ? event.clipboardData : event.dataTransfer;
  data.setData('text/plain', toLines(taken));
  if (event.type !== 'dragstart') event.preventDefault();
  if (event.type === 'cut') document.execCommand('delete');
}

const TAKEN_KEY = 229;

/** Whether a key belongs to an input method, including the one that ends a conversion. */
export function isComposing({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  // Safari ends the composition before it sends the key: https://webkit.org/b/165004
  return nativeEvent.isComposing || keyCode === TAKEN_KEY;
}
