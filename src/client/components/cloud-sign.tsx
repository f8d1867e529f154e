import { useState } from 'react';
import type { Thought } from '#shared/thought.ts';
import { isJustNow } from './card/format-date.ts';
import styles from './cloud-sign.module.css';

interface CloudSignProps {
  isLive: boolean;
  newest: Thought | undefined;
}

/** The product's mark: filled while changes arrive live, open while reconnecting. */
export function CloudSign({ isLive, newest }: CloudSignProps) {
  const name = isLive ? 'Live' : 'Reconnecting';
  return (
    <span
      role="img"
      aria-label={name}
      title={name}
      className={`shell-cloud ${styles['sign']}`}
      data-live={isLive}
    >
      <Outline />
      {newest && <Pulse key={newest.textID} isArrival={isJustNow(newest)} />}
    </span>
  );
}

/** Another picture over the sign, because a browser fades a whole one without drawing the page anew. */
function Pulse(props: { isArrival: boolean }) {
  const [isArrival] = useState(props.isArrival);
  return isArrival ? <Outline className={styles['pulse']} /> : null;
}

function Outline({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 24 24" className={className} aria-hidden="true">
      <path pathLength="100" d="M17.5 19H9a7 7 0 1 1 6.71-9h1.79a4.5 4.5 0 1 1 0 9Z" />
    </svg>
  );
}
