import { createContext } from 'react';
import type { Board } from '#client/board.ts';
import { useRequired } from '#client/components/use-required.ts';
import type { BoardState } from '#client/session/account.ts';
import type { Store } from '#client/store/store.ts';
import { useStore } from '#client/store/use-store.ts';

export const BoardContext = createContext<Store<BoardState> | null>(null);

export function useBoardState(): BoardState {
  return useStore(useRequired(BoardContext, 'BoardContext'));
}

export function useBoard(): Board {
  const board = useBoardState();
  if (board === 'unknown' || board === null) throw new Error('Nobody is signed in');
  return board;
}
