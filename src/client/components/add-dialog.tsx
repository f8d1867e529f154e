import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { TEXT_LIMIT } from '#shared/limits.ts';
import styles from './add-dialog.module.css';
import { Button } from './button.tsx';
import { CountRing } from './count-ring.tsx';
import { Modal } from './modal.tsx';
import { pasteWithin } from './paste-within.ts';

interface AddDialogProps {
  draft: string;
  /** What a screen reader is to hear while the dialog is open. */
  sentence: string;
  onType: (text: string) => void;
  /** The dialog is closed: with Add, with Cancel, or merely left, so that the draft stays. */
  onClose: (result: 'add' | 'cancel' | 'left') => void;
  onCut: () => void;
}

/** The dialog in which a thought is written. */
export function AddDialog({ draft, sentence, onType, onClose, onCut }: AddDialogProps) {
  const heading = useId();
  const addButton = useRef<HTMLButtonElement>(null);
  const [cuts, setCuts] = useState(0);
  const isAddable = draft.trim() !== '';

  const noteCut = (): void => {
    setCuts(cuts + 1);
    onCut();
  };

  return (
    <Modal
      labelledBy={heading}
      sentence={sentence}
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
          onPaste={(event) => pasteWithin(event, { limit: TEXT_LIMIT, onCut: noteCut })}
          onKeyDown={(event) => pressOnSend(event, addButton.current)}
        />
        <div className={styles['foot']}>
          <CountRing used={draft.length} cuts={cuts} />
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

function pressOnSend(event: KeyboardEvent, addButton: HTMLButtonElement | null): void {
  const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
  if (!isSend || event.nativeEvent.isComposing) return;
  event.preventDefault();
  addButton?.click();
}

function caretAtEnd(box: HTMLTextAreaElement | null): void {
  box?.focus();
  box?.setSelectionRange(box.value.length, box.value.length);
}
