/** What joins with nothing beside it: most of Latin, Greek, Cyrillic, Chinese, Japanese and Korean. */
const PLAIN =
  /^[ -~\u00A1-\u02FF\u0386-\u0482\u048A-\u052F\u3041-\u3096\u30A1-\u30FA\u4E00-\u9FFF\uAC00-\uD7A3]*$/u;

/** Takes a phone as long to make as the first screen of cards takes to draw. */
let segmenter: Intl.Segmenter | undefined;

/** What a reader takes for one character. */
export function graphemesOf(text: string): string[] {
  if (PLAIN.test(text)) return Array.from(text);
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
