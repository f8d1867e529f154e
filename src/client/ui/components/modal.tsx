import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { focusHeadingIfLost } from '#client/ui/input/focus.ts';
import { LiveRegion } from './live-region.tsx';
import styles from './modal.module.css';

interface ModalProps {
  isOpen: boolean;
  labelledBy: string;
  /** Called with the value of the form button that closed it, or '' after Esc or a press outside. */
  onClose: (result: string) => void;
  /** Called once nothing of a closed dialog is to be seen any more. */
  onLeft: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLDialogElement>) => void;
  children: ReactNode;
}

/** A modal dialog; when it closes the focus returns, or goes to the heading, and it leaves as it was. */
export function Modal(props: ModalProps) {
  const { isOpen, labelledBy, onClose, onLeft, onKeyDown, children } = props;
  const wasPressedOutside = useRef(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const [shown, setShown] = useState(children);
  if (isOpen && shown !== children) setShown(children);
  useLayoutEffect(() => {
    if (dialog.current === null) return undefined;
    if (isOpen) return open(dialog.current);
    void movesOver(dialog.current).then(onLeft);
    return undefined;
    // It leaves once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOpen]);
  return (
    // The keyboard closes the dialog with Esc.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      inert={!isOpen}
      className={styles['modal']}
      aria-labelledby={labelledBy}
      // A form that closes it need not wait for this event, which comes after the next frame.
      onClose={(event) => isOpen && onClose(event.currentTarget.returnValue)}
      onSubmit={(event) => {
        event.preventDefault();
        const { submitter } = event.nativeEvent;
        event.currentTarget.close(submitter?.getAttribute('value') ?? '');
        onClose(event.currentTarget.returnValue);
      }}
      onKeyDown={onKeyDown}
      // The content fills the dialog: what hits the dialog itself is outside. A text selection may start or end
      // there: only a whole press outside closes.
      onPointerDown={({ target, currentTarget }) => {
        wasPressedOutside.current = target === currentTarget;
      }}
      onPointerUp={({ target, currentTarget }) => {
        wasPressedOutside.current &&= target === currentTarget;
      }}
      // Closes no earlier than the click, or a finger's click would hit the page behind.
      onClick={({ target, currentTarget }) => {
        if (wasPressedOutside.current && target === currentTarget) currentTarget.close('');
      }}
    >
      {isOpen ? children : shown}
      {isOpen && <LiveRegion />}
    </dialog>
  );
}

/** Resolves when the motions of a closed dialog are over: at once where the browser has none for what is closed. */
async function movesOver(dialog: HTMLDialogElement): Promise<void> {
  await Promise.allSettled(dialog.getAnimations().map(({ finished }) => finished));
}

function open(dialog: HTMLDialogElement): () => void {
  const { dataset } = document.documentElement;
  const { activeElement: opener, body } = document;
  // With `:has(dialog)` the browser would check every card; see app.css.
  dataset['modal'] = 'open';
  dialog.showModal();
  const stop = new AbortController();
  watchKeyboardInset(dialog, stop.signal);
  return () => {
    stop.abort();
    delete dataset['modal'];
    // What opened it may be removed with it.
    if (opener !== body) focusHeadingIfLost();
  };
}

/** Sets on an element how many px an on-screen keyboard covers. */
function watchKeyboardInset({ style }: HTMLElement, stop: AbortSignal): void {
  const { visualViewport: viewport } = globalThis;
  if (viewport === null) return;
  const update = (): void => {
    // Pinch zoom also shrinks the viewport, without a keyboard.
    const covered = viewport.scale > 1.01 ? 0 : innerHeight - viewport.height - viewport.offsetTop;
    style.setProperty('--keyboard-inset', `${Math.max(0, Math.round(covered))}px`);
  };
  update();
  viewport.addEventListener('resize', update, { signal: stop });
  viewport.addEventListener('scroll', update, { signal: stop });
}
