import { Fragment, useLayoutEffect, useRef, type ReactNode } from 'react';
import { ROUTES, SCREENS } from '#shared/routes.ts';
import { LiveRegion } from './components/live-region.tsx';
import { moveFocus } from './input/focus.ts';
import { ErrorBoundary, ErrorPage } from './pages/error-page.tsx';
import { FeedPage } from './pages/feed-page.tsx';
import { LoginPage } from './pages/login-page.tsx';
import { ProfilePage } from './pages/profile-page.tsx';
import { TopBar } from './pages/top-bar.tsx';
import { Redirect, usePath } from './router.tsx';
import type { Board } from './board.ts';
import type { Account } from './session/account.ts';
import { useStore } from './store/use-store.ts';
import { noPageAt, WORDS } from './words.ts';

export function App({ account }: { account: Account }) {
  const path = usePath();
  useHeadingFocus(path);
  return (
    <ErrorBoundary>
      {SCREENS.includes(path) ? (
        <Screen account={account} path={path} />
      ) : (
        <ErrorPage message={WORDS.error.notFound} code={404} data={noPageAt(location.pathname)} />
      )}
    </ErrorBoundary>
  );
}

function Screen({ account, path }: { account: Account; path: string }) {
  if (path === ROUTES.login) {
    return (
      <RequireVisitor account={account}>
        <LoginPage signIn={account.signIn} />
      </RequireVisitor>
    );
  }
  return (
    <RequireUser account={account}>
      {(board) =>
        path === ROUTES.feed ? (
          <FeedPage board={board} />
        ) : (
          <ProfilePage board={board} signOut={account.signOut} />
        )
      }
    </RequireUser>
  );
}

/** Focuses the heading of a page that was reached from another one. */
function useHeadingFocus(path: string): void {
  const previous = useRef(path);
  useLayoutEffect(() => {
    if (previous.current !== path) moveFocus(['heading']);
    previous.current = path;
  }, [path]);
}

interface GuardProps<T> {
  account: Account;
  children: T;
}

/** Shows a page to a signed-in person; until the session is known, nothing is rendered or fetched. */
function RequireUser({ account, children }: GuardProps<(board: Board) => ReactNode>) {
  const board = useStore(account);
  if (board === 'unknown') return null;
  if (board === null) return <Redirect to={ROUTES.login} />;
  // The key keeps another person's screens from sharing state with these.
  return (
    <Fragment key={board.user.uid}>
      <TopBar board={board} />
      <main id="main" tabIndex={-1} className="shell-main">
        {children(board)}
      </main>
      <LiveRegion />
    </Fragment>
  );
}

function RequireVisitor({ account, children }: GuardProps<ReactNode>) {
  const board = useStore(account);
  if (board === 'unknown') return null;
  return board === null ? children : <Redirect to={ROUTES.feed} />;
}
