import { ArrowUp } from 'lucide-react';
import styles from './new-posts-pill.module.css';

interface NewPostsPillProps {
  count: number;
  onClick: () => void;
}

/** Offers the thoughts that arrived while the reader was busy; it lies over the feed and pushes nothing. */
export function NewPostsPill({ count, onClick }: NewPostsPillProps) {
  if (count === 0) return null;
  return (
    <div className={styles['place']}>
      <button type="button" aria-keyshortcuts="." className={styles['pill']} onClick={onClick}>
        <ArrowUp aria-hidden="true" />
        {newThoughts(count)}
      </button>
    </div>
  );
}

/** "1 new thought", "2 new thoughts". */
export function newThoughts(count: number): string {
  return count === 1 ? '1 new thought' : `${count} new thoughts`;
}
