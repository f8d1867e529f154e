import { createContext, redirect, type MiddlewareFunction } from 'react-router';
import type { Board } from './board.ts';
import type { AuthSession } from './session/auth-session.ts';
import type { Store } from './store/store.ts';

/** The signed-in person's board, for the loaders behind `requireUser`. */
export const boardContext = createContext<Board>();

/**
 * Lets only a signed-in person pass, with their board; sends anyone else to /login. It runs before
 * every loader, so nothing private is fetched or painted until the answer is known.
 */
export function requireUser(session: AuthSession, board: Store<Board | null>): MiddlewareFunction {
  return async ({ context }, next) => {
    await session.whenKnown();
    const open = board.get();
    if (open === null) throw redirect('/login');
    context.set(boardContext, open);
    return next();
  };
}

/** Lets only a signed-out visitor pass; sends a signed-in person to the feed. */
export function requireVisitor(session: AuthSession): MiddlewareFunction {
  return async (_args, next) => {
    if ((await session.whenKnown()) !== null) throw redirect('/');
    return next();
  };
}
