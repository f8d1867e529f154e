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
  /** The content of its live region. */
  sentence: string;
  onChange: (text: string) => void;
  onAdd: (text: string) => void;
  onCancel: () => void;
  /** It is closed without Add or Cancel, so that the draft stays. */
  onDismiss: () => void;
  onCut: () => void;
}

/** The dialog in which a thought is written. */
export function AddDialog(props: AddDialogProps) {
  const { initial, sentence, onChange, onAdd, onCancel, onDismiss, onCut } = props;
  const [text, setText] = useState(initial);
  const [cuts, setCuts] = useState(0);
  const heading = useId();
  const addButton = useRef<HTMLButtonElement>(null);

  const noteCut = (): void => {
    setCuts(cuts + 1);
    onCut();
  };

  return (
    <Modal
      labelledBy={heading}
      sentence={sentence}
      onClose={(result) => {
        if (result === 'add') onAdd(text);
        else if (result === 'cancel') onCancel();
        else onDismiss();
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
            onChange(event.target.value);
          }}
          onPaste={(event) => pasteWithin(event, { limit: TEXT_LIMIT, onCut: noteCut })}
          onKeyDown={(event) => pressOnSend(event, addButton.current)}
        />
        <Foot text={text} cuts={cuts} addButton={addButton} />
      </form>
    </Modal>
  );
}

interface FootProps {
  text: string;
  cuts: number;
  addButton: Ref<HTMLButtonElement>;
}

function Foot({ text, cuts, addButton }: FootProps) {
  const isAddable = validateText(text) === null;
  return (
    <div className={styles['foot']}>
      <CountRing used={text.length} cuts={cuts} />
      <Button type="submit" value="cancel" variant="plain">
        Cancel
      </Button>
      <Button
        ref={addButton}
        type={isAddable ? 'submit' : 'button'}
        value="add"
        variant="filled"
        aria-disabled={!isAddable}
      >
        Add
      </Button>
    </div>
  );
}

function pressOnSend(event: KeyboardEvent, addButton: HTMLButtonElement | null): void {
  const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
  if (!isSend || isComposing(event)) return;
  event.preventDefault();
  addButton?.click();
}

function caretAtEnd(box: HTMLTextAreaElement | null): void {
  box?.focus();
  box?.setSelectionRange(box.value.length, box.value.length);
}
