import { TEXT_LIMIT } from '#shared/limits.ts';
import styles from './count-ring.module.css';

/** From this many characters left on, the ring also shows the number. */
const NUMBER_FROM = 20;
const RADIUS = 9;
const LENGTH = 2 * Math.PI * RADIUS;

/** A thin ring that fills as a text nears its limit. */
export function CountRing({ used }: { used: number }) {
  const left = TEXT_LIMIT - used;
  const filled = Math.min(1, used / TEXT_LIMIT);
  return (
    <output className={styles['count']} data-near={left <= 10} aria-label={remainingLabel(left)}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r={RADIUS} className={styles['track']} />
        <circle
          cx="12"
          cy="12"
          r={RADIUS}
          className={styles['fill']}
          strokeDasharray={`${filled * LENGTH} ${LENGTH}`}
        />
      </svg>
      {left <= NUMBER_FROM && <span>{left}</span>}
    </output>
  );
}

/** What a screen reader says of the count: nothing until it matters, then ever the same words. */
export function remainingLabel(left: number): string {
  if (left > NUMBER_FROM) return '';
  return left === 1 ? '1 character left' : `${left} characters left`;
}
