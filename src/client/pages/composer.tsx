import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { TEXT_LIMIT } from '#shared/limits.ts';
import { validateText } from '#shared/thought.ts';
import type { Board } from '#client/board.ts';
import { Avatar } from '#client/components/avatar.tsx';
import { Button } from '#client/components/button.tsx';
import { Icon } from '#client/components/icon.tsx';
import { steppedDown, wordSize } from '#client/format/word-size.ts';
import { announce, silence } from '#client/components/live-region.tsx';
import { Modal } from '#client/components/modal.tsx';
import { RemainingStatus } from '#client/components/remaining-status.tsx';
import { displayNameOf } from '#client/format/shown-name.ts';
import { fitInput, isComposing } from '#client/input/text-field.ts';
import { scrollToTop } from '#client/reading/scroll.ts';
import { useStore } from '#client/store/use-store.ts';
import { WORDS } from '#client/words.ts';
import styles from './composer.module.css';

const SEND_KEY = navigator.userAgent.includes('Mac')
  ? { title: '⌘+Enter', name: 'Meta+Enter' }
  : { title: 'Ctrl+Enter', name: 'Control+Enter' };

/** Characters left from which their number shows, and from which it warns. */
const COUNT_FROM = 50;
const NEAR_FROM = 10;

const fitBox = fitInput({ onCut: () => announce(WORDS.cut) });

/** The add dialog, what opens it, and what waits for it: a draft, or else the text of a deleted thought. */
export function useComposer(board: Board) {
  const { draft, discarded } = board;
  const [isOpen, setOpen] = useState(false);
  const write = useCallback(() => {
    draft.open();
    setOpen(true);
  }, [draft]);
  const hasDraft = useStore({ subscribe: draft.subscribe, get: draft.isWaiting });
  const deleted = useStore(discarded).find(({ isDeleted }) => isDeleted);
  return {
    isOpen,
    hasDraft,
    hasDeleted: deleted !== undefined && !hasDraft,
    write,
    /** Opens the dialog with the text last deleted. */
    putBack: (): void => {
      draft.type(deleted?.text ?? '');
      setOpen(true);
    },
    dialog: isOpen && <AddDialog board={board} onClose={() => setOpen(false)} />,
  };
}

/** The box and the Add button of the dialog, and what reaches them from elsewhere in it. */
function useBoxAndAdd() {
  const box = useRef<HTMLTextAreaElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => focusEnd(box.current), []);

  const addByKey = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey } = event;
    if (key !== 'Enter' || !(ctrlKey || metaKey) || isComposing(event)) return;
    // The browser would press the focused button, too.
    event.preventDefault();
    addButton.current?.click();
  };
  /** Fills the box as if typed, and focuses it. */
  const putBack = (offered: string): void => {
    box.current?.focus();
    box.current?.setRangeText(offered, 0, box.current.value.length, 'end');
    box.current?.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  return { box, addButton, addByKey, putBack };
}

function AddDialog({ board, onClose }: { board: Board; onClose: () => void }) {
  const { user, draft, discarded } = board;
  const text = useStore({ subscribe: draft.subscribe, get: draft.text });
  const [size, setSize] = useState(() => wordSize(text));
  const heading = useId();
  const { box, addButton, addByKey, putBack } = useBoxAndAdd();
  // An earlier announcement would be read again.
  useLayoutEffect(silence, []);
  // Back and forward remove the dialog without closing it.
  useEffect(() => {
    draft.open();
    return draft.leave;
  }, [draft]);

  const change = (next: string): void => {
    setSize(steppedDown(size, next));
    draft.type(next);
  };
  const close = (result: string): void => {
    if (result === 'add') {
      draft.add(text);
      // Further down, the reader's place is kept; see docs/decisions/15-keyboard.md.
      if (scrollY < innerHeight) scrollToTop();
    } else if (result === 'cancel') draft.cancel();
    onClose();
  };

  return (
    <Modal labelledBy={heading} onClose={close} onKeyDown={addByKey}>
      <form ref={fitBox} method="dialog" noValidate className={styles['form']}>
        <h2 id={heading} className={styles['heading']}>
          {WORDS.dialog.heading}
        </h2>
        <div className={styles['row']}>
          <Avatar name={displayNameOf(user)} url={user.photoURL ?? ''} size="card" isEager />
          <textarea
            ref={box}
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
        <Footer
          text={text}
          offered={offeredBy(discarded.get(), text)}
          onPutBack={putBack}
          addButton={addButton}
        />
      </form>
    </Modal>
  );
}

/** The text to offer: the newest for an empty box, and the next older one for a text that was put back. */
function offeredBy(
  discarded: ReturnType<Board['discarded']['get']>,
  text: string,
): string | undefined {
  const at = discarded.findIndex((one) => one.text === text);
  return at === -1 && text !== '' ? undefined : discarded[at + 1]?.text;
}

interface FooterProps {
  text: string;
  offered: string | undefined;
  onPutBack: (text: string) => void;
  addButton: RefObject<HTMLButtonElement | null>;
}

function Footer({ text, offered, onPutBack, addButton }: FooterProps) {
  const remaining = TEXT_LIMIT - text.length;
  const isAddable = validateText(text) === null;
  return (
    <div className={styles['footer']} data-line>
      {offered !== undefined && (
        <button
          type="button"
          aria-label={`${WORDS.feed.putBack}: ${offered}`}
          className={styles['put-back']}
          onClick={() => onPutBack(offered)}
        >
          <Icon of="undo" />
          <bdi lang="">{offered}</bdi>
        </button>
      )}
      <RemainingStatus remaining={remaining} />
      <Button type="submit" value="cancel" variant="plain">
        {WORDS.dialog.cancel}
      </Button>
      <span className={styles['count']} data-near={remaining <= NEAR_FROM} aria-hidden="true">
        {remaining <= COUNT_FROM && remaining}
      </span>
      <Button
        ref={addButton}
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

function focusEnd(box: HTMLTextAreaElement | null): void {
  box?.focus();
  box?.setSelectionRange(box.value.length, box.value.length);
}
