import { Plus } from 'lucide-react';
import styles from './add-button.module.css';
import { sinkWhileScrolling } from './sink-while-scrolling.ts';

interface AddButtonProps {
  hasDraft: boolean;
  onClick: () => void;
}

/** The round button that floats over the feed; a dot on it means that a draft is waiting. */
export function AddButton({ hasDraft, onClick }: AddButtonProps) {
  return (
    <div ref={sinkWhileScrolling} className={styles['place']}>
      <button
        type="button"
        title="create new thoughts"
        aria-label="create new thoughts"
        aria-keyshortcuts="n"
        aria-describedby={hasDraft ? 'draft-waits' : undefined}
        className={styles['button']}
        onClick={onClick}
      >
        <Plus aria-hidden="true" />
        {hasDraft && (
          <span
            id="draft-waits"
            role="img"
            aria-label="A draft is waiting"
            className={styles['dot']}
          />
        )}
      </button>
    </div>
  );
}
