import { Cloud } from 'lucide-react';
import styles from './empty-board.module.css';

/** What stands where no thought is yet. */
export function EmptyBoard() {
  return (
    <div className={styles['empty']}>
      <Cloud aria-hidden="true" />
      <p>No thoughts here yet.</p>
    </div>
  );
}
