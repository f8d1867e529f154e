import { useId, useState, type KeyboardEvent } from 'react';
import { TEXT_LIMIT } from '#shared/limits.ts';
import { validateText } from '#shared/thought.ts';
import { fitInput } from '#client/input/fit-input.ts';
import { isComposing } from '#client/input/is-composing.ts';
import styles from './add-dialog.module.css';
import { Button } from './button.tsx';
import { CountRing } from './count-ring.tsx';
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

  const change = (next: string): void => {
    setTyped(next);
    onChange(next);
  };
  const undoByKey = (event: KeyboardEvent): void => {
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
      onKeyDown={addByKey}
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
          lang=""
          maxLength={TEXT_LIMIT}
          value={text}
          onChange={(event) => change(event.target.value)}
          onKeyDown={undoByKey}
        />
        <Foot text={text} cuts={cuts} />
      </form>
    </Modal>
  );
}

interface FootProps {
  text: string;
  cuts: number;
}

function Foot({ text, cuts }: FootProps) {
  const isAddable = validateText(text) === null;
  return (
    <div className={styles['foot']}>
      <CountRing used={text.length} cuts={cuts} />
      <Button type="submit" value="cancel" variant="plain">
        Cancel
      </Button>
      <Button
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

/** Presses Add by its key, wherever in the dialog the focus is. */
function addByKey(event: KeyboardEvent<HTMLDialogElement>): void {
  const { key, ctrlKey, metaKey, currentTarget } = event;
  if (key !== 'Enter' || !(ctrlKey || metaKey) || isComposing(event)) return;
  // The button that has the focus is not pressed as well.
  event.preventDefault();
  currentTarget.querySelector<HTMLButtonElement>('[value="add"]')?.click();
}

function isUndo(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  return key === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey && !isComposing(event);
}

function caretAtEnd(box: HTMLTextAreaElement | null): void {
  box?.focus();
  box?.setSelectionRange(box.value.length, box.value.length);
}
