import { Fragment, useLayoutEffect, useRef } from 'react';
import { ROUTES, SCREENS } from '#shared/routes.ts';
import { LiveRegion } from './components/live-region.tsx';
import { moveFocus } from './input/focus.ts';
import { ErrorBoundary, ErrorPage } from './pages/error-page.tsx';
import { FeedPage } from './pages/feed-page.tsx';
import { LoginPage } from './pages/login-page.tsx';
import { ProfilePage } from './pages/profile-page.tsx';
import { TopBar } from './pages/top-bar.tsx';
import { Redirect, usePath } from './router.tsx';
import type { Account } from '#client/state/account.ts';
import { useStore } from '#client/store/use-store.ts';
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

/**
 * A screen for whoever may see it: the login screen for visitors, each other one for a signed-in person. Until
 * the session is known, nothing is rendered or fetched.
 */
function Screen({ account, path }: { account: Account; path: string }) {
  const board = useStore(account);
  if (board === 'unknown') return null;
  if (path === ROUTES.login) {
    return board ? <Redirect to={ROUTES.feed} /> : <LoginPage signIn={account.signIn} />;
  }
  if (board === null) return <Redirect to={ROUTES.login} />;
  // The key keeps another person's screens from sharing state with these.
  return (
    <Fragment key={board.user.uid}>
      <TopBar board={board} list={path === ROUTES.feed ? board.feed : board.own()} />
      <main id="main" tabIndex={-1} className="shell-main">
        {path === ROUTES.feed ? (
          <FeedPage board={board} />
        ) : (
          <ProfilePage board={board} signOut={account.signOut} />
        )}
      </main>
      <LiveRegion />
    </Fragment>
  );
}

function useHeadingFocus(path: string): void {
  const previous = useRef(path);
  useLayoutEffect(() => {
    if (previous.current !== path) moveFocus(['heading']);
    previous.current = path;
  }, [path]);
}
