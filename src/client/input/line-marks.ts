import { useState, type ClipboardEvent } from 'react';

/** Marks for a line break in a one-line field, in order of preference. Each is one unit long. */
const MARKS = ['↵', '⏎', '␤', '↩'] as const;

interface LineMarks {
  line: string;
  restore: (line: string) => string;
  prepare: (incoming: string) => string;
  /** Has what is copied or cut take its line breaks along. */
  copyLines: (event: ClipboardEvent<HTMLInputElement>) => void;
}

/** Shows the line breaks of a text in a one-line field, as a mark that the text itself does not use. */
export function useLineMarks(text: string): LineMarks {
  const [mark] = useState(() => markFor(text));
  return {
    line: toOneLine(text, mark),
    restore: (line) => toLines(line, mark),
    prepare: (incoming) => toOneLine(incoming, mark),
    copyLines: (event) => {
      const { value, selectionStart, selectionEnd } = event.currentTarget;
      const taken = value.slice(selectionStart ?? 0, selectionEnd ?? 0);
      if (!taken.includes(mark)) return;
      event.clipboardData.setData('text/plain', toLines(taken, mark));
      event.preventDefault();
      if (event.type === 'cut') document.execCommand('delete');
    },
  };
}

export function markFor(text: string): string {
  return MARKS.find((candidate) => !text.includes(candidate)) ?? '\u2028';
}

export function toOneLine(text: string, mark: string): string {
  return text.replaceAll(/\r\n|\r|\n/gu, mark);
}

export function toLines(line: string, mark: string): string {
  return line.replaceAll(mark, '\n');
}
