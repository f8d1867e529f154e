import { useId, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { TEXT_LIMIT } from '#shared/limits.ts';
import { validateText } from '#shared/thought.ts';
import styles from './add-dialog.module.css';
import { Button } from './button.tsx';
import { CountRing } from './count-ring.tsx';
import { isComposing } from './is-composing.ts';
import { Modal } from './modal.tsx';
import { pasteWithin } from './paste-within.ts';

interface AddDialogProps {
  /** What it opens with; from then on it owns its text. */
  initial: string;
  onType: (text: string) => void;
  onAdd: (text: string) => void;
  onCancel: () => void;
  /** It is closed without Add or Cancel, so that the draft stays. */
  onLeave: () => void;
  onCut: () => void;
}

/** The dialog in which a thought is written. */
export function AddDialog(props: AddDialogProps) {
  const { initial, onType, onAdd, onCancel, onLeave, onCut } = props;
  const [text, setText] = useState(initial);
  const heading = useId();
  const addButton = useRef<HTMLButtonElement>(null);
  const isAddable = validateText(text) === null;

  const handleKey = (event: KeyboardEvent): void => {
    const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (!isSend || isComposing(event)) return;
    event.preventDefault();
    addButton.current?.click();
  };

  return (
    <Modal
      labelledBy={heading}
      onClose={(result) => {
        if (result === 'add') onAdd(text);
        else if (result === 'cancel') onCancel();
        else onLeave();
      }}
    >
      <form method="dialog" noValidate>
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
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            onType(event.target.value);
          }}
          onPaste={(event) => pasteWithin(event, { limit: TEXT_LIMIT, onCut })}
          onKeyDown={handleKey}
        />
        <Foot used={text.length} isAddable={isAddable} addButton={addButton} />
      </form>
    </Modal>
  );
}

interface FootProps {
  used: number;
  isAddable: boolean;
  addButton: Ref<HTMLButtonElement>;
}

function Foot({ used, isAddable, addButton }: FootProps) {
  return (
    <div className={styles['foot']}>
      <CountRing used={used} />
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
  );
}

function caretAtEnd(box: HTMLTextAreaElement | null): void {
  box?.focus();
  box?.setSelectionRange(box.value.length, box.value.length);
}
