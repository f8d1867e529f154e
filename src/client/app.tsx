import { Component, Fragment, type ReactNode } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { ROUTES, SCREENS } from '#shared/routes.ts';
import { LiveRegion } from './components/live-region.tsx';
import { ErrorBoundary, ErrorPage } from './pages/error-page.tsx';
import { FeedPage } from './pages/feed-page.tsx';
import { LoginPage } from './pages/login-page.tsx';
import { ProfilePage } from './pages/profile-page.tsx';
import { TopBar } from './pages/top-bar.tsx';
import { scrollToTop } from './reading/scroll.ts';
import type { Board } from './board.ts';
import type { Account } from './session/account.ts';
import { useStore } from './store/use-store.ts';
import { noPageAt, WORDS } from './words.ts';

export function App({ account }: { account: Account }) {
  const [address] = useLocation();
  return (
    <ErrorBoundary>
      <Arrival address={address} />
      {/* The router takes /Profile for the profile, unlike the server. */}
      {SCREENS.includes(address) ? (
        <Switch>
          <Route path={ROUTES.feed}>
            <RequireUser account={account}>{(board) => <FeedPage board={board} />}</RequireUser>
          </Route>
          <Route path={ROUTES.profile}>
            <RequireUser account={account}>
              {(board) => <ProfilePage board={board} signOut={account.signOut} />}
            </RequireUser>
          </Route>
          <Route path={ROUTES.login}>
            <RequireVisitor account={account}>
              <LoginPage signIn={account.signIn} />
            </RequireVisitor>
          </Route>
        </Switch>
      ) : (
        <ErrorPage message={WORDS.error.notFound} code={404} data={noPageAt(address)} />
      )}
    </ErrorBoundary>
  );
}

/** Starts a page that was reached from another at its top, with the focus on its heading. */
class Arrival extends Component<{ address: string }> {
  private heading: HTMLElement | null = null;

  override componentDidMount(): void {
    this.heading = document.querySelector('h1');
  }

  // While the former page still stands: Firefox takes back a scroll in a page that has just become shorter.
  override getSnapshotBeforeUpdate({ address }: { address: string }): null {
    if (address !== this.props.address) scrollToTop();
    return null;
  }

  override componentDidUpdate(): void {
    const heading = document.querySelector('h1');
    if (heading === null || heading === this.heading) return;
    if (this.heading !== null) heading.focus({ preventScroll: true });
    this.heading = heading;
  }

  override render(): null {
    return null;
  }
}

interface GuardProps<T> {
  account: Account;
  children: T;
}

/** Shows a page to a signed-in person; until the session is known, nothing is rendered or fetched. */
function RequireUser({ account, children }: GuardProps<(board: Board) => ReactNode>) {
  const board = useStore(account);
  if (board === 'unknown') return null;
  if (board === null) return <Redirect to={ROUTES.login} replace />;
  // Another person's screens share no state with these.
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
  return board === null ? children : <Redirect to={ROUTES.feed} replace />;
}
