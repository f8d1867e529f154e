import { createStore, type Store } from '#client/store/store.ts';
import { isAtTop } from './scroll.ts';

const HOLDER = '[data-holds-list]';

/** A mouse that has rested so long (ms) is only lying there. */
const RESTS_MS = 2_000;

export interface ReaderActivity {
  /** The reader has scrolled, looks elsewhere, or has keyboard, selection, finger or a mouse that moves in the list. */
  isBusy: Store<boolean>;
  listRef: (list: HTMLElement) => () => void;
}

export function createReaderActivity(): ReaderActivity {
  const isBusy = createStore(false);
  const listRef: ReaderActivity['listRef'] = (list) => {
    const stop = new AbortController();
    const pointers = new Set<number>();
    let rest: ReturnType<typeof setTimeout> | undefined;
    /** A pointer pressed last, and no key since; what is typed into a field is no sign of either. */
    let isByPointer = false;
    const update = (): void => {
      const isHeld = isSelecting(list) || (!isByPointer && hasKeyboardFocus(list));
      isBusy.set(document.hidden || !isAtTop() || pointers.size > 0 || isHeld);
    };
    const letGo = (pointerId: number): void => {
      pointers.delete(pointerId);
      update();
    };
    const follow = ({ pointerId, pointerType, target }: PointerEvent): void => {
      if (!isHolding(list, target)) return letGo(pointerId);
      pointers.add(pointerId);
      update();
      if (pointerType !== 'mouse') return;
      clearTimeout(rest);
      rest = setTimeout(letGo, RESTS_MS, pointerId);
    };

    const options = { passive: true, signal: stop.signal };
    const first = { ...options, capture: true };
    addEventListener('pointerdown', () => (isByPointer = true), first);
    addEventListener('keydown', () => (isByPointer &&= isTyping()), first);
    // Not `pointerover`: that also comes when a card moves under a mouse that rests.
    for (const type of ['pointermove', 'pointerdown'] as const)
      addEventListener(type, follow, options);
    // It leaves the window, or a finger is lifted.
    addEventListener(
      'pointerout',
      ({ pointerId, relatedTarget }) => {
        if (!isHolding(list, relatedTarget)) letGo(pointerId);
      },
      options,
    );
    list.addEventListener('focusin', update, options);
    // The focus has moved only after its event.
    list.addEventListener('focusout', () => setTimeout(update), options);
    document.addEventListener('selectionchange', update, options);
    document.addEventListener('visibilitychange', update, options);
    addEventListener('scroll', update, options);
    update();
    return () => {
      stop.abort();
      clearTimeout(rest);
      isBusy.set(false);
    };
  };
  return { isBusy, listRef };
}

/** Over a card, or over what offers the waiting thoughts: that would go from under the pointer. */
function isHolding(list: HTMLElement, over: EventTarget | null): boolean {
  return over instanceof Element && (list.contains(over) || over.closest(HOLDER) !== null);
}

function isSelecting(list: HTMLElement): boolean {
  const selection = getSelection();
  return selection?.isCollapsed === false && list.contains(selection.anchorNode);
}

/** A focus that only a press has put there is not seen, and never ends. */
function hasKeyboardFocus(list: HTMLElement): boolean {
  const { activeElement } = document;
  return list.contains(activeElement) && activeElement?.matches(':focus-visible') === true;
}

function isTyping(): boolean {
  return document.activeElement?.matches('input, textarea') === true;
}
