import styles from './cloud-sign.module.css';

/** The product's mark: filled while changes arrive live, open while reconnecting. */
export function CloudSign({ isLive }: { isLive: boolean }) {
  const name = isLive ? 'Live' : 'Reconnecting';
  return (
    <span role="img" aria-label={name} title={name} className={styles['sign']} data-live={isLive}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path pathLength="100" d="M17.5 19H9a7 7 0 1 1 6.71-9h1.79a4.5 4.5 0 1 1 0 9Z" />
      </svg>
    </span>
  );
}
