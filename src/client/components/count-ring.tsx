import { TEXT_LIMIT } from '#shared/limits.ts';
import styles from './count-ring.module.css';
import { RemainingStatus } from './remaining-status.tsx';

/** From this many characters left on, the ring also shows the number. */
const NUMBER_FROM = 50;
/** From this many on, it warns. */
const NEAR_FROM = 10;
const RADIUS = 9;
const LENGTH = 2 * Math.PI * RADIUS;

interface CountRingProps {
  used: number;
  /** How many texts were cut to fit; each makes the ring pulse. */
  cuts: number;
}

/** A thin ring that fills as a text nears its limit; there is none before the first letter. */
export function CountRing({ used, cuts }: CountRingProps) {
  const left = TEXT_LIMIT - used;
  const filled = Math.min(1, used / TEXT_LIMIT);
  return (
    <div className={styles['count']} data-near={left <= NEAR_FROM}>
      {used > 0 && (
        <svg key={cuts} viewBox="0 0 24 24" aria-hidden="true" data-cut={cuts > 0}>
          <circle cx="12" cy="12" r={RADIUS} className={styles['track']} />
          <circle
            cx="12"
            cy="12"
            r={RADIUS}
            className={styles['fill']}
            strokeDasharray={`${filled * LENGTH} ${LENGTH}`}
          />
        </svg>
      )}
      {left <= NUMBER_FROM && <span aria-hidden="true">{left}</span>}
      <RemainingStatus left={left} />
    </div>
  );
}
