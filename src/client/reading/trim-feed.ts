import type { BoardList } from '#client/board.ts';
import type { Store } from '#client/store/store.ts';

/** From this many cards on, a feed that nobody reads is cut ... */
const TRIM_FROM = 300;
/** ... to about this many. */
const TRIM_TO = 100;

/**
 * Keeps the feed short in a tab left open for weeks, as often as it is shown and idle: a hidden one
 * still counts what is new. Returns the function that stops it.
 */
export function trimFeed(
  { state, shrink }: Pick<BoardList, 'state' | 'shrink'>,
  isBusy: Store<boolean>,
  place: Store<unknown>,
): () => void {
  const trim = (): void => {
    // A place to be restored may be far below.
    if (place.get() === null && !isBusy.get() && state.get().thoughts.length > TRIM_FROM)
      shrink(TRIM_TO);
  };
  trim();
  const stops = [state.subscribe(trim), isBusy.subscribe(trim)];
  return () => stops.forEach((stop) => stop());
}
