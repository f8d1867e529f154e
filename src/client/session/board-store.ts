import { pause } from '#shared/backoff.ts';
import type { User } from '#shared/user.ts';
import type { Board } from '#client/board.ts';
import { createStore, waitFor, type Store } from '#client/store/store.ts';
import type { AuthSession } from './auth-session.ts';

/** The signed-in person's board, null when nobody is signed in, or not known yet. */
export type BoardState = 'unknown' | null | Board;

/** Holds the board of whoever is signed in. */
export interface BoardStore extends Store<BoardState> {
  /** Resolves as soon as it is known who is here. */
  whenKnown: () => Promise<Board | null>;
}

/** Waits for the first thoughts of a board, which are mostly there already, at most some milliseconds. */
export async function whenLoaded(store: Store<BoardState>, most: number): Promise<void> {
  const board = store.get();
  if (board === null || board === 'unknown') return;
  const isLoaded = waitFor(board.feed.state, ({ isLoading }) => (isLoading ? undefined : true));
  await Promise.race([isLoaded, pause(most)]);
}

/** Opens a board for each person who is known to have signed in, and closes it when they leave. */
export function createBoardStore(
  { state }: Pick<AuthSession, 'state'>,
  open: (user: User) => Board,
): BoardStore {
  const store = createStore<BoardState>('unknown');
  const follow = (): void => {
    const user = state.get();
    const before = store.get();
    if (before !== 'unknown') before?.close();
    store.set(user === 'unknown' || user === null ? user : open(user));
  };
  follow();
  state.subscribe(follow);
  return {
    ...store,
    whenKnown: () => waitFor(store, (board) => (board === 'unknown' ? undefined : board)),
  };
}
