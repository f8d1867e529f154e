/** A family of four, joined to one picture: 11 UTF-16 units in 7 code points. */
const FAMILY = '👨\u200D👩\u200D👧\u200D👦';

/** What the units of a text can be. */
const KINDS: readonly [name: string, piece: string][] = [
  ['ASCII', 'x'],
  ['letters with an accent', 'é'],
  ['accents of their own', 'e\u0301'],
  ['emoji', '😀'],
  ['joined emoji', FAMILY],
  ['lines ended by CR and LF', '\r\n'],
];

/** A text at the edge of what a thought may hold. */
export interface EdgeText {
  /** What it is made of, and its length. */
  name: string;
  text: string;
  isAllowed: boolean;
}

/** Texts of 149, 150 and 151 units of each kind; the last are too long. */
export const EDGE_TEXTS: readonly EdgeText[] = KINDS.flatMap(([name, piece]) =>
  [149, 150, 151].map((length) => ({
    name: `${length} units of ${name}`,
    text: ofLength(piece, length),
    isAllowed: length <= 150,
  })),
);

/** As many whole pieces as fit after one letter, and letters for what is left. */
function ofLength(piece: string, length: number): string {
  const pieces = piece.repeat(Math.floor((length - 1) / piece.length));
  return pieces.padStart(length, 'x');
}
