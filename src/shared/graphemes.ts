/** Characters that never combine: most of Latin, Greek, Cyrillic, Chinese, Japanese and Korean. */
const PLAIN =
  /^[ -~\u00A1-\u02FF\u0386-\u0482\u048A-\u052F\u3041-\u3096\u30A1-\u30FA\u4E00-\u9FFF\uAC00-\uD7A3]*$/u;

/** Made on demand: on a phone that takes as long as drawing the first screen of cards. */
let segmenter: Intl.Segmenter | undefined;

/** The characters of a text as a reader sees them. */
export function graphemesOf(text: string): string[] {
  if (PLAIN.test(text)) return Array.from(text);
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
