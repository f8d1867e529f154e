import { useLayoutEffect, useMemo, useRef, type FocusEvent } from 'react';

type Items = readonly { textID: string }[];

interface FocusHandlers {
  onFocus: (event: FocusEvent) => void;
  onBlur: () => void;
}

/** Moves the focus on when its card is taken away: to the next one, the one before, or the heading. */
export function useFocusRescue(items: Items): FocusHandlers {
  const focused = useRef<string | null>(null);
  const before = useRef(items);

  useLayoutEffect(() => {
    const former = before.current;
    before.current = items;
    if (focused.current === null || hasCard(items, focused.current)) return;
    const next = neighbourOf(focused.current, former, items);
    focused.current = null;
    const target = next === undefined ? 'h1' : `[data-text-id="${CSS.escape(next)}"]`;
    document.querySelector<HTMLElement>(target)?.focus({ preventScroll: true });
  }, [items]);

  return useMemo(
    () => ({
      onFocus: ({ target }) => {
        focused.current = target.closest<HTMLElement>('[data-text-id]')?.dataset['textId'] ?? null;
      },
      onBlur: () => {
        // While another window has the focus, the card still has this one's.
        if (document.hasFocus()) focused.current = null;
      },
    }),
    [],
  );
}

function hasCard(items: Items, textID: string): boolean {
  return items.some((item) => item.textID === textID);
}

function neighbourOf(textID: string, former: Items, items: Items): string | undefined {
  const left = new Set(items.map((item) => item.textID));
  const ids = former.map((item) => item.textID);
  const index = ids.indexOf(textID);
  const candidates = [...ids.slice(index + 1), ...ids.slice(0, index).toReversed()];
  return candidates.find((id) => left.has(id));
}
