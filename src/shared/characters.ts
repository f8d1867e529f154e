/** Slow to make. */
let segmenter: Intl.Segmenter | undefined;

/** What a reader takes for one character. */
export function charactersOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
