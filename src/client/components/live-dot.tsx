import styles from './live-dot.module.css';

/** Tells by symbol and name whether changes arrive as they happen. */
export function LiveDot({ isLive }: { isLive: boolean }) {
  const name = isLive ? 'Live' : 'Reconnecting';
  return (
    <span role="img" aria-label={name} title={name} className={styles['dot']} data-live={isLive} />
  );
}
