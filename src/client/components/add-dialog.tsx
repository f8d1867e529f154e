import { useId, useRef, type KeyboardEvent } from 'react';
import { TEXT_LIMIT } from '#shared/limits.ts';
import styles from './add-dialog.module.css';
import { Button } from './button.tsx';
import { CountRing } from './count-ring.tsx';
import { Modal } from './modal.tsx';
import { pasteWithin } from './paste-within.ts';

interface AddDialogProps {
  draft: string;
  onType: (text: string) => void;
  /** The dialog is closed: with Add, with Cancel, or merely left, so that the draft stays. */
  onClose: (result: 'add' | 'cancel' | 'left') => void;
  onCut: () => void;
}

/** The dialog in which a thought is written. */
export function AddDialog({ draft, onType, onClose, onCut }: AddDialogProps) {
  const heading = useId();
  const addButton = useRef<HTMLButtonElement>(null);
  const isAddable = draft.trim() !== '';

  const handleKey = (event: KeyboardEvent): void => {
    const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (!isSend || event.nativeEvent.isComposing) return;
    event.preventDefault();
    addButton.current?.click();
  };

  return (
    <Modal
      labelledBy={heading}
      onClose={(result) => onClose(result === 'add' || result === 'cancel' ? result : 'left')}
    >
      <form method="dialog">
        <h2 id={heading} className={styles['heading']}>
          Add thought
        </h2>
        <textarea
          ref={caretAtEnd}
          className={styles['box']}
          aria-labelledby={heading}
          placeholder="What's your thoughts?"
          cols={50}
          rows={3}
          dir="auto"
          maxLength={TEXT_LIMIT}
          value={draft}
          onChange={(event) => onType(event.target.value)}
          onPaste={(event) => pasteWithin(event, { limit: TEXT_LIMIT, onCut })}
          onKeyDown={handleKey}
        />
        <div className={styles['foot']}>
          <CountRing used={draft.length} />
          <Button type="submit" value="cancel" look="plain">
            Cancel
          </Button>
          <Button
            ref={addButton}
            type={isAddable ? 'submit' : 'button'}
            value="add"
            look="filled"
            aria-disabled={!isAddable}
          >
            Add
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function caretAtEnd(box: HTMLTextAreaElement | null): void {
  box?.focus();
  box?.setSelectionRange(box.value.length, box.value.length);
}
