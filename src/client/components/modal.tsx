import { useRef, type PointerEvent, type ReactNode } from 'react';
import styles from './modal.module.css';

interface ModalProps {
  /** The id of the heading that names it. */
  labelledBy: string;
  /** It is closed: by the form button of that value, or with '' by Esc or a press outside. */
  onClose: (result: string) => void;
  children: ReactNode;
}

/**
 * A modal dialog, open as long as it is rendered: the page behind is inert, and the focus goes back
 * to where it was. A form with `method="dialog"` inside closes it.
 */
export function Modal({ labelledBy, onClose, children }: ModalProps) {
  const wasPressedOutside = useRef(false);
  return (
    <dialog
      ref={open}
      className={styles['modal']}
      aria-labelledby={labelledBy}
      onClose={(event) => onClose(event.currentTarget.returnValue)}
      // A text selection may begin inside and end outside: only a whole press outside closes.
      onPointerDown={(event) => {
        wasPressedOutside.current = isOutside(event);
      }}
      onPointerUp={(event) => {
        if (wasPressedOutside.current && isOutside(event)) event.currentTarget.close('');
      }}
    >
      {children}
    </dialog>
  );
}

function open(dialog: HTMLDialogElement | null): void {
  dialog?.showModal();
}

function isOutside(event: PointerEvent<HTMLDialogElement>): boolean {
  const { left, right, top, bottom } = event.currentTarget.getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  return x < left || x > right || y < top || y > bottom;
}
