import { graphemesOf } from '#shared/graphemes.ts';

const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[#*0-9]\uFE0F?\u20E3)/u;
const MAX_EMOJI = 3;
/** Three emoji are at most this long (UTF-16 units): longer texts need no segmenting. */
const LONGEST = 60;

/** Most graphemes of a text that is set large, or medium. */
const LARGE = 36;
const MEDIUM = 80;

const SIZES = ['large', 'medium', 'normal'] as const;
type WordSize = (typeof SIZES)[number];

export function wordSize(text: string): WordSize {
  // A grapheme has at least one unit, so most texts need no segmenting.
  const count = text.length <= LARGE ? text.length : graphemesOf(text).length;
  if (count <= LARGE) return 'large';
  return count <= MEDIUM ? 'medium' : 'normal';
}

/** The size of a text while it is typed: it only steps down, and starts over when empty. */
export function steppedDown(before: WordSize, text: string): WordSize {
  const size = wordSize(text);
  return text !== '' && SIZES.indexOf(size) < SIZES.indexOf(before) ? before : size;
}

export function isJumbo(text: string): boolean {
  if (text.length > LONGEST || !EMOJI.test(text.trim())) return false;
  const signs = graphemesOf(text).filter((sign) => sign.trim() !== '');
  return signs.length <= MAX_EMOJI && signs.every((sign) => EMOJI.test(sign));
}
