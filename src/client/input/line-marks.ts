/** Marks for a line break in a one-line field, in order of preference. Each is one unit long. */
const MARKS = ['↵', '⏎', '␤', '↩'] as const;

/** A mark for a line break that a text does not use. */
export function markFor(text: string): string {
  return MARKS.find((candidate) => !text.includes(candidate)) ?? '\u2028';
}

/** Puts a text on one line, with each line break as the mark. */
export function toOneLine(text: string, mark: string): string {
  return text.replaceAll(/\r\n|\r|\n/gu, mark);
}

/** Gives a text on one line its lines back. */
export function toLines(line: string, mark: string): string {
  return line.replaceAll(mark, '\n');
}
