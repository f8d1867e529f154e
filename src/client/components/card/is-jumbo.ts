const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[#*0-9]\uFE0F?\u20E3)/u;
const MOST = 3;
/** No three emoji are longer than this, so that longer texts need no segmenting. */
const LONGEST = 60;

export function isJumbo(text: string): boolean {
  if (text.length > LONGEST) return false;
  // A segmenter is slow to make, and most texts begin with a word.
  if (!EMOJI.test(text.trim())) return false;
  const characters = [...new Intl.Segmenter().segment(text)]
    .map(({ segment }) => segment)
    .filter((segment) => segment.trim() !== '');
  return (
    characters.length > 0 &&
    characters.length <= MOST &&
    characters.every((character) => EMOJI.test(character))
  );
}
