import { createContext } from 'react';
import type { Board } from '#client/board.ts';
import { useRequired } from '#client/components/use-required.ts';
import type { BoardState } from '#client/session/account.ts';
import type { Store } from '#client/store/store.ts';
import { useStore } from '#client/store/use-store.ts';

/** The store of the signed-in person's board, for every page. */
export const BoardContext = createContext<Store<BoardState> | null>(null);

/** The signed-in person's board, or none; the layout shows its pages only when there is one. */
export function useBoardState(): BoardState {
  return useStore(useRequired(BoardContext, 'BoardContext'));
}

/** The signed-in person's board, on a page inside the shared layout. */
export function useBoard(): Board {
  const board = useBoardState();
  if (board === 'unknown' || board === null) throw new Error('Nobody is signed in');
  return board;
}
