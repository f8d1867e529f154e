import { newThoughts } from '#client/words.ts';
import styles from './new-posts-pill.module.css';

interface NewPostsPillProps {
  count: number;
  onClick: () => void;
}

/** Offers the thoughts that arrived while the reader was busy; it lies over the feed and pushes nothing. */
export function NewPostsPill({ count, onClick }: NewPostsPillProps) {
  if (count === 0) return null;
  return (
    <div ref={keepRoom} className={styles['holder']}>
      <button
        ref={passFocusOn}
        type="button"
        aria-keyshortcuts="."
        data-holds-list
        className={styles['pill']}
        onClick={onClick}
      >
        {newThoughts(count)}
      </button>
    </div>
  );
}

/** As long as it is there, what takes the focus comes into view below it; see app.css. */
function keepRoom(): () => void {
  const { dataset } = document.documentElement;
  dataset['pill'] = 'shown';
  return () => {
    delete dataset['pill'];
  };
}

/** It goes when the reader scrolls to the top: the focus that it has then goes to the heading. */
function passFocusOn(pill: HTMLButtonElement | null): () => void {
  return () => {
    if (document.activeElement !== pill) return;
    document.querySelector('h1')?.focus({ preventScroll: true });
  };
}
