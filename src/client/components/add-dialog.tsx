import { Undo2 } from 'lucide-react';
import { useId, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { TEXT_LIMIT } from '#shared/limits.ts';
import { validateText } from '#shared/thought.ts';
import { fitInput } from '#client/input/fit-input.ts';
import { isComposing } from '#client/input/is-composing.ts';
import { WORDS } from '#client/words.ts';
import styles from './add-dialog.module.css';
import { Avatar } from './avatar.tsx';
import { steppedDown, wordSize } from './card/word-size.ts';
import { Button } from './button.tsx';
import { Modal } from './modal.tsx';
import { RemainingStatus } from './remaining-status.tsx';

const SEND_KEY = navigator.userAgent.includes('Mac')
  ? { title: '⌘+Enter', name: 'Meta+Enter' }
  : { title: 'Ctrl+Enter', name: 'Control+Enter' };

/** From this many characters left on, their number shows, and from this many on it warns. */
const COUNT_FROM = 50;
const NEAR_FROM = 10;

interface AddDialogProps {
  name: string;
  photoURL: string;
  /** What it opens with; from then on it owns its text. */
  initial: string;
  letGo: string;
  announcement: string;
  onChange: (text: string) => void;
  onAdd: (text: string) => void;
  onCancel: (text: string) => void;
  onDismiss: () => void;
  onCut: () => void;
}

export function AddDialog(props: AddDialogProps) {
  const { name, photoURL, initial, letGo, announcement, ...rest } = props;
  const { onChange, onAdd, onCancel, onDismiss, onCut } = rest;
  const [text, setText] = useState(initial);
  const [size, setSize] = useState(() => wordSize(initial));
  const heading = useId();

  const change = (next: string): void => {
    setText(next);
    setSize(steppedDown(size, next));
    onChange(next);
  };

  return (
    <Modal
      labelledBy={heading}
      announcement={announcement}
      onClose={(result) => {
        if (result === 'add') onAdd(text);
        else if (result === 'cancel') onCancel(text);
        else onDismiss();
      }}
      onKeyDown={addByKey}
    >
      <form ref={fitInput({ onCut })} method="dialog" noValidate className={styles['form']}>
        <h2 id={heading} className={styles['heading']}>
          {WORDS.dialog.heading}
        </h2>
        <div className={styles['row']}>
          <Avatar name={name} url={photoURL} size="card" isEager />
          <textarea
            ref={caretAtEnd}
            className={styles['box']}
            data-words={size}
            aria-labelledby={heading}
            placeholder={WORDS.dialog.placeholder}
            cols={50}
            rows={3}
            dir="auto"
            lang=""
            maxLength={TEXT_LIMIT}
            value={text}
            onChange={(event) => change(event.target.value)}
          />
        </div>
        <Foot text={text} letGo={letGo} />
      </form>
    </Modal>
  );
}

function Foot({ text, letGo }: { text: string; letGo: string }) {
  const left = TEXT_LIMIT - text.length;
  const isAddable = validateText(text) === null;
  return (
    <div className={styles['foot']}>
      {text === '' && letGo !== '' && (
        <button
          type="button"
          aria-label={`${WORDS.feed.putBack}: ${letGo}`}
          className={styles['put-back']}
          onClick={(event) => putBack(event, letGo)}
        >
          <Undo2 aria-hidden="true" />
          <bdi lang="">{letGo}</bdi>
        </button>
      )}
      {left <= COUNT_FROM && (
        <span className={styles['count']} data-near={left <= NEAR_FROM} aria-hidden="true">
          {left}
        </span>
      )}
      <RemainingStatus left={left} />
      <Button type="submit" value="cancel" variant="plain">
        {WORDS.dialog.cancel}
      </Button>
      <Button
        type={isAddable ? 'submit' : 'button'}
        value="add"
        variant="filled"
        aria-disabled={!isAddable}
        title={SEND_KEY.title}
        aria-keyshortcuts={SEND_KEY.name}
      >
        {WORDS.dialog.add}
      </Button>
    </div>
  );
}

/** Fills the empty box as if the text were typed; the button goes, and the box has the focus. */
function putBack({ currentTarget }: MouseEvent<HTMLButtonElement>, text: string): void {
  const box = currentTarget.form?.querySelector('textarea');
  box?.focus();
  box?.setRangeText(text, 0, 0, 'end');
  box?.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

function addByKey(event: KeyboardEvent<HTMLDialogElement>): void {
  const { key, ctrlKey, metaKey, currentTarget } = event;
  if (key !== 'Enter' || !(ctrlKey || metaKey) || isComposing(event)) return;
  // The button that has the focus is not pressed as well.
  event.preventDefault();
  currentTarget.querySelector<HTMLButtonElement>('[value="add"]')?.click();
}

function caretAtEnd(box: HTMLTextAreaElement | null): void {
  box?.focus();
  box?.setSelectionRange(box.value.length, box.value.length);
}
