import { graphemesOf } from '#shared/graphemes.ts';

const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[#*0-9]\uFE0F?\u20E3)/u;
const MOST = 3;
/** No three emoji are longer than this, so that longer texts need no segmenting. */
const LONGEST = 60;

/** Up to so many characters, as people count them, a text is set large, and up to so many medium. */
const LARGE = 36;
const MEDIUM = 80;

const SIZES = ['large', 'medium', 'normal'] as const;
type WordSize = (typeof SIZES)[number];

export function wordSize(text: string): WordSize {
  // A character has one unit at least, so that most texts need no division.
  const count = text.length <= LARGE ? text.length : graphemesOf(text).length;
  if (count <= LARGE) return 'large';
  return count <= MEDIUM ? 'medium' : 'normal';
}

/** The size in which a text goes on while it is typed: it steps down, and begins anew when it is empty. */
export function steppedDown(before: WordSize, text: string): WordSize {
  const size = wordSize(text);
  return text !== '' && SIZES.indexOf(size) < SIZES.indexOf(before) ? before : size;
}

export function isJumbo(text: string): boolean {
  if (text.length > LONGEST || !EMOJI.test(text.trim())) return false;
  const signs = graphemesOf(text).filter((sign) => sign.trim() !== '');
  return signs.length <= MOST && signs.every((sign) => EMOJI.test(sign));
}
