import { Plus } from 'lucide-react';
import { WORDS } from '#client/words.ts';
import styles from './add-button.module.css';
import { IconButton } from './button.tsx';

interface AddButtonProps {
  hasDraft: boolean;
  onClick: () => void;
}

/** The round button that floats over the feed; a dot on it means that a draft is waiting. */
export function AddButton({ hasDraft, onClick }: AddButtonProps) {
  return (
    <div className={styles['holder']}>
      <IconButton
        title={WORDS.feed.add}
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
            aria-label={WORDS.feed.draftWaits}
            className={styles['dot']}
          />
        )}
      </IconButton>
    </div>
  );
}
