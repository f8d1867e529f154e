import { Cloud } from 'lucide-react';
import { WORDS } from '#client/words.ts';
import styles from './empty-board.module.css';

/** What stands where no thought is yet. */
export function EmptyBoard() {
  return (
    <div className={styles['empty']}>
      <Cloud aria-hidden="true" />
      <p>{WORDS.feed.empty}</p>
    </div>
  );
}
