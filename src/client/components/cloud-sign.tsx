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
      {/* A new key starts the breath again. */}
      <svg key={breaths} viewBox="0 0 24 24" aria-hidden="true" data-breath={breaths > 0}>
        <path pathLength="100" d="M17.5 19H9a7 7 0 1 1 6.71-9h1.79a4.5 4.5 0 1 1 0 9Z" />
      </svg>
    </span>
  );
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
