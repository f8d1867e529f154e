import { createContext, useContext, type Context } from 'react';
import type { Board } from '#client/board.ts';
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

/** Reads a context; throws where nobody provides it, which is a bug, and would else be a blank page. */
export function useRequired<T>(context: Context<T | null>, name: string): T {
  const value = useContext(context);
  if (value === null) throw new Error(`${name} is missing`);
  return value;
}
