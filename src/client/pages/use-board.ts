import { createContext, useContext } from 'react';
import type { Board } from '#client/board.ts';
import type { BoardState } from '#client/session/board-store.ts';
import { createStore, type Store } from '#client/store/store.ts';
import { useStore } from '#client/store/use-store.ts';

/** The store of the signed-in person's board, for every page. */
export const BoardContext = createContext<Store<BoardState>>(createStore<BoardState>('unknown'));

/** The signed-in person's board, or none; the layout shows its pages only when there is one. */
export function useBoardState(): BoardState {
  return useStore(useContext(BoardContext));
}

/** The signed-in person's board, on a page inside the shared layout. */
export function useBoard(): Board {
  const board = useBoardState();
  if (board === 'unknown' || board === null) throw new Error('Nobody is signed in');
  return board;
}
