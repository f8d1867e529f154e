import { useState, type ReactNode } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { ROUTES, SCREENS } from '#shared/routes.ts';
import { ArrivalFocusContext, createArrivalFocus } from './pages/arrival-focus.ts';
import { ErrorBoundary } from './pages/error-page.tsx';
import { ErrorPage } from './pages/error-page.tsx';
import { FeedPage } from './pages/feed-page.tsx';
import { LoginPage } from './pages/login-page.tsx';
import { ProfilePage } from './pages/profile-page.tsx';
import { SharedLayout } from './pages/shared-layout.tsx';
import { BoardContext, useBoardState } from './pages/use-board.ts';
import type { Account } from './session/account.ts';
import { noPageAt, WORDS } from './words.ts';

export function App({ account }: { account: Account }) {
  const [address] = useLocation();
  const [arrivalFocus] = useState(createArrivalFocus);
  return (
    <ErrorBoundary address={address}>
      <BoardContext value={account}>
        <ArrivalFocusContext value={arrivalFocus}>
          {/* The router takes /Profile for the profile, unlike the server. */}
          {SCREENS.includes(address) ? (
            <Switch>
              <Route path={ROUTES.feed}>
                <RequireUser>
                  <FeedPage />
                </RequireUser>
              </Route>
              <Route path={ROUTES.profile}>
                <RequireUser>
                  <ProfilePage signOut={account.signOut} />
                </RequireUser>
              </Route>
              <Route path={ROUTES.login}>
                <RequireVisitor>
                  <LoginPage signIn={account.signIn} />
                </RequireVisitor>
              </Route>
            </Switch>
          ) : (
            <ErrorPage message={WORDS.error.notFound} code={404} data={noPageAt(address)} />
          )}
        </ArrivalFocusContext>
      </BoardContext>
    </ErrorBoundary>
  );
}

/** Shows a page to a signed-in person; until it is known who is here nothing is drawn or asked for. */
function RequireUser({ children }: { children: ReactNode }) {
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

function RequireVisitor({ children }: { children: ReactNode }) {
  const board = useBoardState();
  if (board === 'unknown') return null;
  return board === null ? children : <Redirect to={ROUTES.feed} replace />;
}
