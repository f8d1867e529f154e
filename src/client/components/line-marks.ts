/** Marks for a line break in a one-line field, in order of preference. */
const MARKS = ['↵', '⏎', '␤', '↩'] as const;

/** A text on one line, and how to get its lines back. */
export interface OneLine {
  line: string;
  /** Brings another text into the same form. */
  mark: (text: string) => string;
  restore: (line: string) => string;
}

/** Shows each line break as a mark that the text itself does not use. One mark is one unit long. */
export function toOneLine(text: string): OneLine {
  const mark = MARKS.find((candidate) => !text.includes(candidate)) ?? '\u2028';
  const join = (lines: string): string => lines.replaceAll(/\r\n|\r|\n/gu, mark);
  return {
    line: join(text),
    mark: join,
    restore: (line) => line.replaceAll(mark, '\n'),
  };
}
