/** The text that a person gave up last; it lasts as long as their board. */
export interface CancelledText {
  /** Keeps a text in the place of the one before; an empty one is nothing to keep. */
  keep: (text: string) => void;
  /** Hands the text out, once; '' when there is none. */
  take: () => string;
}

/** Makes the place for one cancelled text. */
export function createCancelledText(): CancelledText {
  let kept = '';
  return {
    keep: (text) => {
      if (text !== '') kept = text;
    },
    take: () => {
      const text = kept;
      kept = '';
      return text;
    },
  };
}
