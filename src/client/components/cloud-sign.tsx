import { useState } from 'react';
import styles from './cloud-sign.module.css';

interface CloudSignProps {
  isLive: boolean;
  /** When the newest thought was written, in ms; it grows when one arrives. */
  newestAt: number | undefined;
}

/** The product's mark: filled while changes arrive live, open while reconnecting. */
export function CloudSign({ isLive, newestAt }: CloudSignProps) {
  const breaths = useBreaths(newestAt);
  const name = isLive ? 'Live' : 'Reconnecting';
  return (
    <span role="img" aria-label={name} title={name} className={styles['sign']} data-live={isLive}>
      {/* Each breath has another name than the last: it begins again, and nothing is put in its place. */}
      <svg viewBox="0 0 24 24" aria-hidden="true" data-breath={nameOf(breaths)}>
        <path pathLength="100" d="M17.5 19H9a7 7 0 1 1 6.71-9h1.79a4.5 4.5 0 1 1 0 9Z" />
      </svg>
    </span>
  );
}

function nameOf(breaths: number): 'none' | 'odd' | 'even' {
  if (breaths === 0) return 'none';
  return breaths % 2 === 1 ? 'odd' : 'even';
}

/** Counts how often a newer thought has arrived; what the first answer brings is no arrival. */
function useBreaths(newestAt: number | undefined): number {
  const [last, setLast] = useState({ newestAt, breaths: 0 });
  if (newestAt === last.newestAt) return last.breaths;
  const isArrival =
    newestAt !== undefined && last.newestAt !== undefined && newestAt > last.newestAt;
  const breaths = isArrival ? last.breaths + 1 : last.breaths;
  setLast({ newestAt, breaths });
  return breaths;
}
