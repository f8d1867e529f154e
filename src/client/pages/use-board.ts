import { useOutletContext } from 'react-router';
import type { Board } from '#client/board.ts';

/** The signed-in person's board, on a page inside the shared layout. */
export function useBoard(): Board {
  return useOutletContext<Board>();
}
