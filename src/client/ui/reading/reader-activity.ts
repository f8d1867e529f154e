import type { WritableStore } from '#client/store/store.ts';
import { isAtTop } from './scroll.ts';

/** A mouse at rest for this long (ms) no longer holds the list. */
const IDLE_AFTER_MS = 2_000;

/**
 * Keeps in `isBusy` whether the reader has scrolled, the page is hidden, the keyboard is in the list, or a
 * selection, a finger or a moving mouse on the page. Returns what ends it.
 */
export function watchReader(list: HTMLElement, isBusy: WritableStore<boolean>): () => void {
  const stop = new AbortController();
  const pointers = new Set<number>();
  let rest: ReturnType<typeof setTimeout> | undefined;
  const update = (): void => {
    const isSelecting = getSelection()?.isCollapsed === false;
    // A focus set by a press is invisible, and may never end.
    const { activeElement } = document;
    const isFocused = list.contains(activeElement) && activeElement?.matches(':focus-visible');
    isBusy.set(
      document.hidden || !isAtTop() || pointers.size > 0 || isSelecting || isFocused === true,
    );
  };
  const release = (pointerId: number): void => {
    pointers.delete(pointerId);
    update();
  };
  const follow = ({ pointerId, pointerType }: PointerEvent): void => {
    pointers.add(pointerId);
    update();
    if (pointerType !== 'mouse') return;
    clearTimeout(rest);
    rest = setTimeout(release, IDLE_AFTER_MS, pointerId);
  };
  // The pointer leaves the window, or a finger is lifted.
  const leave = ({ pointerId, relatedTarget }: PointerEvent): void => {
    if (relatedTarget === null) release(pointerId);
  };

  const options = { signal: stop.signal };
  // `pointerover` would also fire when a card moves under a resting mouse.
  addEventListener('pointermove', follow, options);
  addEventListener('pointerdown', follow, options);
  addEventListener('pointerout', leave, options);
  list.addEventListener('focusin', update, options);
  // The focus moves only after the event.
  list.addEventListener('focusout', () => setTimeout(update), options);
  document.addEventListener('selectionchange', update, options);
  document.addEventListener('visibilitychange', update, options);
  addEventListener('scroll', update, options);
  update();
  return () => stop.abort();
}
