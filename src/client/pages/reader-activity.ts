import { createStore, type Store } from '#client/store/store.ts';
import { isAtTop } from './scroll.ts';

export interface ReaderActivity {
  /** The reader has scrolled, looks elsewhere, or has pointer, focus or selection in the list. */
  isBusy: Store<boolean>;
  listRef: (list: HTMLElement) => () => void;
}

/** Follows what the reader does, as long as the list of cards is there. */
export function createReaderActivity(): ReaderActivity {
  const isBusy = createStore(false);
  const listRef: ReaderActivity['listRef'] = (list) => {
    const stop = new AbortController();
    /** Pointers that are over the list; a finger only is while it is down. */
    const pointers = new Set<number>();
    const update = (): void =>
      isBusy.set(document.hidden || !isAtTop() || pointers.size > 0 || isHeld(list));
    const enter = ({ pointerId }: PointerEvent): void => {
      pointers.add(pointerId);
      update();
    };
    const leave = ({ pointerId }: PointerEvent): void => {
      pointers.delete(pointerId);
      update();
    };

    const options = { passive: true, signal: stop.signal };
    list.addEventListener('pointerenter', enter, options);
    list.addEventListener('pointermove', enter, options);
    list.addEventListener('pointerleave', leave, options);
    list.addEventListener('pointercancel', leave, options);
    list.addEventListener('focusin', update, options);
    // The focus has moved only after its event.
    list.addEventListener('focusout', () => setTimeout(update), options);
    document.addEventListener('selectionchange', update, options);
    document.addEventListener('visibilitychange', update, options);
    addEventListener('scroll', update, options);
    update();
    return () => {
      stop.abort();
      isBusy.set(false);
    };
  };
  return { isBusy, listRef };
}

function isHeld(list: HTMLElement): boolean {
  const selection = getSelection();
  const isSelecting = selection?.isCollapsed === false && list.contains(selection.anchorNode);
  return isSelecting || list.contains(document.activeElement);
}
