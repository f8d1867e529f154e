import { createContext, useContext } from 'react';
import type { Board } from '#client/board.ts';
import type { BoardState } from '#client/session/account.ts';
import { createStore, type Store } from '#client/store/store.ts';
import { useStore } from '#client/store/use-store.ts';

export const BoardContext = createContext<Store<BoardState>>(createStore<BoardState>('unknown'));

export function useBoardState(): BoardState {
  return useStore(useContext(BoardContext));
}

export function useBoard(): Board {
  const board = useBoardState();
  if (board === 'unknown' || board === null) throw new Error('Nobody is signed in');
  return board;
}
