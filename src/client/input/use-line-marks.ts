import { useState, type ClipboardEvent, type DragEvent } from 'react';
import { flushSync } from 'react-dom';
import type { Field } from './field-room.ts';
import { markFor, toLines, toOneLine } from './line-marks.ts';

type Taking = ClipboardEvent<HTMLInputElement> | DragEvent<HTMLInputElement>;

interface LineMarks {
  /** The text as the field shows it. */
  line: string;
  /** The text of what the field shows. */
  restore: (line: string) => string;
  /** Brings a text that comes into the field into its form. */
  prepare: (incoming: string, field: Field) => string;
  /** Has what is copied, cut or dragged out of the field take its line breaks along. */
  copyLines: (event: Taking) => void;
}

/** Shows the line breaks of a text in a one-line field, as a mark that the text itself does not use. */
export function useLineMarks(text: string): LineMarks {
  const [chosen, choose] = useState(() => markFor(text));
  const mark = text.includes(chosen) ? markFor(text) : chosen;

  const prepare = (incoming: string, field: Field): string => {
    const { value, selectionStart, selectionEnd, scrollLeft } = field;
    // What takes the place of marks has its own from the field: a tool that corrects texts, perhaps.
    const isFromField = value.slice(selectionStart ?? 0, selectionEnd ?? 0).includes(mark);
    if (isFromField || !incoming.includes(mark)) return toOneLine(incoming, mark);
    // What looks like the mark is to stay itself: the line breaks get another one before it is there.
    const next = markFor(text + incoming);
    flushSync(() => choose(next));
    field.setSelectionRange(selectionStart, selectionEnd);
    field.scrollLeft = scrollLeft;
    return toOneLine(incoming, next);
  };

  const copyLines = (event: Taking): void => {
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const taken = value.slice(selectionStart ?? 0, selectionEnd ?? 0);
    if (!taken.includes(mark)) return;
    const transfer = 'clipboardData' in event ? event.clipboardData : event.dataTransfer;
    transfer.setData('text/plain', toLines(taken, mark));
    if (event.type === 'dragstart') return;
    event.preventDefault();
    if (event.type === 'cut') document.execCommand('delete');
  };

  return {
    line: toOneLine(text, mark),
    restore: (line) => toLines(line, mark),
    prepare,
    copyLines,
  };
}
