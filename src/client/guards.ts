import { replace, type MiddlewareFunction } from 'react-router';
import { ROUTES } from '#shared/routes.ts';
import type { BoardStore } from './session/board-store.ts';

/**
 * Lets only a signed-in person pass; sends anyone else to the login screen. It runs before every
 * loader and page, so nothing private is fetched or painted until the answer is known.
 */
export function requireUser(board: Pick<BoardStore, 'whenKnown'>): MiddlewareFunction {
  return async (_args, next) => {
    if ((await board.whenKnown()) === null) throw replace(ROUTES.login);
    return next();
  };
}

/** Lets only a signed-out visitor pass; sends a signed-in person to the feed. */
export function requireVisitor(board: Pick<BoardStore, 'whenKnown'>): MiddlewareFunction {
  return async (_args, next) => {
    if ((await board.whenKnown()) !== null) throw replace(ROUTES.feed);
    return next();
  };
}
