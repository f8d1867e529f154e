import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
} from 'react';
import { flushSync } from 'react-dom';
import { TEXT_LIMIT } from '#shared/limits.ts';
import { validateText } from '#shared/thought.ts';
import type { Board } from '#client/state/board.ts';
import { Avatar } from '#client/ui/components/avatar.tsx';
import { Button } from '#client/ui/components/button.tsx';
import { Icon } from '#client/ui/components/icon.tsx';
import { steppedDown, wordSize } from '#client/ui/format/word-size.ts';
import { announce, silence } from '#client/ui/components/live-region.tsx';
import { Modal } from '#client/ui/components/modal.tsx';
import { announceNoRoom, Remaining } from '#client/ui/components/remaining.tsx';
import { displayNameOf } from '#client/ui/format/shown-name.ts';
import { fitInput, isComposing } from '#client/ui/input/text-field.ts';
import { scrollToTop } from '#client/ui/reading/scroll.ts';
import { useStore } from '#client/store/use-store.ts';
import { SAID, WORDS } from '#client/ui/words.ts';
import styles from './composer.module.css';

/** Characters left from which their number shows. */
const COUNT_FROM = 50;

const fitBox = fitInput({ onNoRoom: announceNoRoom });

/** The add dialog, what opens it, and what waits for it: the text of a deleted thought, or else a draft. */
export function useComposer(board: Board) {
  const { draft, discarded } = board;
  const [stage, setStage] = useState<'closed' | 'open' | 'leaving'>('closed');
  const [opened, setOpened] = useState(0);
  const write = useCallback(() => {
    draft.open();
    setOpened((times) => times + 1);
    setStage('open');
  }, [draft]);
  const hasDraft = useStore({ subscribe: draft.subscribe, get: draft.isWaiting });
  const deleted = useStore(discarded).find(({ isDeleted }) => isDeleted);
  const draftWaits = hasDraft ? ('draft' as const) : undefined;
  return {
    isOpen: stage === 'open',
    waiting: deleted ? ('deleted' as const) : draftWaits,
    write,
    putBack: (): void => {
      write();
      draft.putBack(deleted?.text ?? '');
    },
    dialog: stage !== 'closed' && (
      <AddDialog
        // One that opens takes the place of one that is leaving.
        key={opened}
        board={board}
        isOpen={stage === 'open'}
        onClose={() => setStage('leaving')}
        onLeft={() => setStage((now) => (now === 'open' ? now : 'closed'))}
      />
    ),
  };
}

function useDraft(draft: Board['draft'], isOpen: boolean) {
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => focusEnd(box.current), []);
  const text = useStore({ subscribe: draft.subscribe, get: draft.text });
  const [size, setSize] = useState(() => wordSize(text));
  // Back and forward remove the dialog without closing it.
  useEffect(() => {
    if (!isOpen) return undefined;
    draft.open();
    return draft.leave;
  }, [draft, isOpen]);
  const change = (next: string): void => {
    setSize(steppedDown(size, next));
    draft.type(next);
  };
  const putBack = (offered: string): void => {
    flushSync(() => {
      setSize(wordSize(offered));
      draft.putBack(offered);
    });
    focusEnd(box.current);
  };
  return { box, text, size, change, putBack };
}

interface AddDialogProps extends Pick<ComponentProps<typeof Modal>, 'isOpen' | 'onLeft'> {
  board: Board;
  onClose: () => void;
}

function AddDialog({ board, isOpen, onClose, onLeft }: AddDialogProps) {
  const { user, draft } = board;
  const offered = useStore({ subscribe: draft.subscribe, get: draft.offered });
  const { box, text, size, change, putBack } = useDraft(draft, isOpen);
  const heading = useId();
  // An earlier announcement would be read again.
  useLayoutEffect(silence, []);

  const close = (result: string): void => {
    if (result === 'add') {
      draft.add(text);
      announce(SAID.added);
      // Further down, the reader's place is kept; see docs/decisions/15-keyboard.md.
      if (scrollY < innerHeight) scrollToTop();
    } else if (result === 'cancel') draft.cancel();
    onClose();
  };

  return (
    <Modal
      isOpen={isOpen}
      labelledBy={heading}
      onClose={close}
      onLeft={onLeft}
      onKeyDown={addByKey}
    >
      <form ref={fitBox} method="dialog" noValidate className={styles['form']}>
        <h2 id={heading} className={styles['heading']}>
          {WORDS.dialog.heading}
        </h2>
        <div className={styles['row']}>
          <Avatar name={displayNameOf(user)} url={user.photoURL ?? ''} size="card" />
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
        <Footer text={text} offered={offered} onPutBack={putBack} />
      </form>
    </Modal>
  );
}

/** Presses Add. */
function addByKey(event: KeyboardEvent<HTMLDialogElement>): void {
  const { key, ctrlKey, metaKey, currentTarget } = event;
  if (key !== 'Enter' || !(ctrlKey || metaKey) || isComposing(event)) return;
  // The browser would press the focused button, too.
  event.preventDefault();
  currentTarget.querySelector<HTMLElement>('[value="add"]')?.click();
}

interface FooterProps {
  text: string;
  offered: string | undefined;
  onPutBack: (text: string) => void;
}

function Footer({ text, offered, onPutBack }: FooterProps) {
  const isAddable = validateText(text) === null;
  return (
    <div className={styles['footer']} data-line>
      {offered !== undefined && (
        <button
          type="button"
          aria-label={`${WORDS.feed.putBack}: ${offered}`}
          data-variant="quiet"
          className={styles['put-back']}
          onClick={() => onPutBack(offered)}
        >
          <Icon of="undo" />
          <bdi lang="">{offered}</bdi>
        </button>
      )}
      <Button type="submit" value="cancel" variant="plain">
        {WORDS.dialog.cancel}
      </Button>
      <Remaining className={styles['count']} count={TEXT_LIMIT - text.length} from={COUNT_FROM} />
      <Button
        type={isAddable ? 'submit' : 'button'}
        value="add"
        variant="filled"
        aria-disabled={!isAddable}
        title={WORDS.addKeys}
        aria-keyshortcuts="Control+Enter Meta+Enter"
      >
        {WORDS.dialog.add}
      </Button>
    </div>
  );
}

function focusEnd(box: HTMLTextAreaElement | null): void {
  if (box === null) return;
  // The sheet is still on its way into view.
  box.focus({ preventScroll: true });
  box.setSelectionRange(box.value.length, box.value.length);
  box.scrollTop = box.scrollHeight;
}
