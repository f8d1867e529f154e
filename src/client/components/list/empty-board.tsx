import { Cloud } from 'lucide-react';
import { WORDS } from '#client/words.ts';
import styles from './empty-board.module.css';

/** What stands where no thought is yet; the cloud is the way to the first. */
export function EmptyBoard({ onWrite }: { onWrite: () => void }) {
  const { first } = WORDS.feed;
  return (
    <div className={styles['empty']}>
      <button
        type="button"
        title={first}
        aria-label={first}
        className={styles['write']}
        onClick={onWrite}
      >
        <Cloud aria-hidden="true" />
      </button>
      <p>{WORDS.feed.empty}</p>
    </div>
  );
}
