import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { ROUTES } from '#shared/routes.ts';
import { SharedLayout } from './pages/shared-layout.tsx';
import { useBoardState } from './pages/use-board.ts';

/**
 * Shows a page to a signed-in person only, in the layout that such pages share; sends anyone else
 * to the login screen. Until it is known who is here nothing private is drawn or asked for.
 */
export function RequireUser({ children }: { children: ReactNode }) {
  const board = useBoardState();
  if (board === 'unknown') return null;
  if (board === null) return <Redirect to={ROUTES.login} replace />;
  // Another person's screens share no state with these.
  return (
    <SharedLayout key={board.user.uid} board={board}>
      {children}
    </SharedLayout>
  );
}

/** Shows a page to a signed-out visitor only; sends a signed-in person to the feed. */
export function RequireVisitor({ children }: { children: ReactNode }) {
  const board = useBoardState();
  if (board === 'unknown') return null;
  return board === null ? children : <Redirect to={ROUTES.feed} replace />;
}
