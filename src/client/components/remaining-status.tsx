import { charactersLeft } from '#client/words.ts';

const THRESHOLDS = [0, 5, 10, 20] as const;

/** Announces how many characters are left, but not at every key. */
export function RemainingStatus({ left }: { left: number }) {
  return (
    <span role="status" className="shell-visually-hidden">
      {remainingSentence(left)}
    </span>
  );
}

export function remainingSentence(left: number): string {
  const threshold = THRESHOLDS.find((candidate) => left <= candidate);
  return threshold === undefined ? '' : charactersLeft(threshold);
}
