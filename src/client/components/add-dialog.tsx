import { useId, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { TEXT_LIMIT } from '#shared/limits.ts';
import { validateText } from '#shared/thought.ts';
import styles from './add-dialog.module.css';
import { Button } from './button.tsx';
import { CountRing } from './count-ring.tsx';
import { fitInput } from './fit-input.ts';
import { isComposing } from './is-composing.ts';
import { Modal } from './modal.tsx';

/** The key that adds, as its tooltip and as assistive technology reads it. */
const SEND_KEY = navigator.userAgent.includes('Mac')
  ? { title: '⌘+Enter', name: 'Meta+Enter' }
  : { title: 'Ctrl+Enter', name: 'Control+Enter' };

interface AddDialogProps {
  /** What it opens with; from then on it owns its text. */
  initial: string;
  /** The content of its live region. */
  announcement: string;
  onChange: (text: string) => void;
  /** The text that was cancelled last, once; '' when there is none. */
  takeCancelled: () => string;
  onAdd: (text: string) => void;
  onCancel: () => void;
  /** It is closed without Add or Cancel, so that the draft stays. */
  onDismiss: () => void;
  onCut: () => void;
}

/** The dialog in which a thought is written. */
export function AddDialog(props: AddDialogProps) {
  const { initial, announcement, onChange, takeCancelled, onAdd, onCancel, onDismiss, onCut } =
    props;
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? initial;
  const [cuts, setCuts] = useState(0);
  const heading = useId();
  const addButton = useRef<HTMLButtonElement>(null);

  const change = (next: string): void => {
    setTyped(next);
    onChange(next);
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    if (isSend(event)) {
      event.preventDefault();
      addButton.current?.click();
    }
    // Once something was typed, the browser's own undo has something to do.
    if (isUndo(event) && typed === null && initial === '') change(takeCancelled());
  };
  const noteCut = (): void => {
    setCuts(cuts + 1);
    onCut();
  };

  return (
    <Modal
      labelledBy={heading}
      announcement={announcement}
      onClose={(result) => {
        if (result === 'add') onAdd(text);
        else if (result === 'cancel') onCancel();
        else onDismiss();
      }}
    >
      <form ref={fitInput({ onCut: noteCut })} method="dialog" noValidate>
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
          onChange={(event) => change(event.target.value)}
          onKeyDown={handleKey}
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
        title={SEND_KEY.title}
        aria-keyshortcuts={SEND_KEY.name}
      >
        Add
      </Button>
    </div>
  );
}

function isSend({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey);
}

function isUndo({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey;
}

function caretAtEnd(box: HTMLTextAreaElement | null): void {
  box?.focus();
  box?.setSelectionRange(box.value.length, box.value.length);
}
