/** A family of four, joined into one emoji: 11 UTF-16 units in 7 code points. */
const FAMILY = '👨\u200D👩\u200D👧\u200D👦';

/** The kinds of pieces that make up a text. */
const KINDS: readonly [name: string, piece: string][] = [
  ['ASCII', 'x'],
  ['letters with an accent', 'é'],
  ['accents of their own', 'e\u0301'],
  ['emoji', '😀'],
  ['joined emoji', FAMILY],
  ['lines ended by CR and LF', '\r\n'],
];

/** A text whose length is at the limit, or next to it. */
export interface EdgeText {
  /** The text's kind and length. */
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

/** One letter, as many whole pieces as fit, and letters for the rest. */
function ofLength(piece: string, length: number): string {
  const pieces = piece.repeat(Math.floor((length - 1) / piece.length));
  return pieces.padStart(length, 'x');
}
