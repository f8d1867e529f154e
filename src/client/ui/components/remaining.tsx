import { useEffect } from 'react';
import { SAID } from '#client/ui/words.ts';
import { announce } from './live-region.tsx';

const ANNOUNCED = [0, 5, 10, 20] as const;

/** Characters left from which their number warns. */
const NEAR_FROM = 10;

interface RemainingProps {
  count: number;
  /** Characters left from which their number shows. */
  from: number;
  className: string | undefined;
}

/** How many characters are left, once they are few; announced, too, but not at every key. */
export function Remaining({ count, from, className }: RemainingProps) {
  const sentence = remainingSentence(count);
  useEffect(() => {
    if (sentence !== '') announce(sentence);
  }, [sentence]);
  return (
    <span className={className} data-near={count <= NEAR_FROM} aria-hidden="true">
      {count <= from && count}
    </span>
  );
}

export function remainingSentence(remaining: number): string {
  const most = ANNOUNCED.find((candidate) => remaining <= candidate);
  return most === undefined ? '' : SAID.charactersLeft(most);
}

/** Says that a key found no room, or that a text was cut. */
export function announceNoRoom(isTyped: boolean): void {
  announce(isTyped ? SAID.full : SAID.cut);
}
