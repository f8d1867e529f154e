import { charactersLeft } from '#client/words.ts';

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
  return (
    <>
      <span className={className} data-near={count <= NEAR_FROM} aria-hidden="true">
        {count <= from && count}
      </span>
      <span role="status" className="shell-visually-hidden">
        {remainingSentence(count)}
      </span>
    </>
  );
}

export function remainingSentence(remaining: number): string {
  const most = ANNOUNCED.find((candidate) => remaining <= candidate);
  return most === undefined ? '' : charactersLeft(most);
}
