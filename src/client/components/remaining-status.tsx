import { charactersLeft } from '#client/words.ts';

const THRESHOLDS = [0, 5, 10, 20] as const;

/** Announces how many characters are left, but not at every key. */
export function RemainingStatus({ remaining }: { remaining: number }) {
  return (
    <span role="status" className="shell-visually-hidden">
      {remainingSentence(remaining)}
    </span>
  );
}

export function remainingSentence(remaining: number): string {
  const threshold = THRESHOLDS.find((candidate) => remaining <= candidate);
  return threshold === undefined ? '' : charactersLeft(threshold);
}
