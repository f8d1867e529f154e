import { startTransition, useEffect, useState } from 'react';

/** Cards that fill a tall screen. */
const FIRST_SCREEN = 16;

/**
 * Gives the cards of the first screen alone when there are the first ones, then all of them: what
 * lies below need not be drawn before anything is seen. With `isAll` it gives all at once.
 */
export function useFirstScreen<T>(items: readonly T[], isAll: boolean): readonly T[] {
  const [isFirst, setIsFirst] = useState(!isAll);
  const hasItems = items.length > 0;
  useEffect(() => {
    if (hasItems) startTransition(() => setIsFirst(false));
  }, [hasItems]);
  return isFirst && items.length > FIRST_SCREEN ? items.slice(0, FIRST_SCREEN) : items;
}
