/** Slow to make. */
let segmenter: Intl.Segmenter | undefined;

/** What a reader takes for one character; code points where the browser (Firefox before 125) can't say. */
export function charactersOf(text: string): string[] {
  if (!('Segmenter' in Intl)) return Array.from(text);
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
