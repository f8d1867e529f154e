import { createBrowserRouter, data, Outlet, type RouteObject } from 'react-router';
import { ROUTES } from '#shared/routes.ts';
import { requireUser, requireVisitor } from './guards.ts';
import { ErrorPage } from './pages/error-page.tsx';
import { FeedPage } from './pages/feed-page.tsx';
import { LoginPage } from './pages/login-page.tsx';
import { ProfilePage } from './pages/profile-page.tsx';
import { SharedLayout } from './pages/shared-layout.tsx';
import { BoardContext } from './pages/use-board.ts';
import type { AuthSession } from './session/auth-session.ts';
import type { BoardStore } from './session/board-store.ts';

export interface RouterOptions {
  session: Pick<AuthSession, 'signIn' | 'signOut'>;
  board: BoardStore;
}

function createRoutes({ session, board }: RouterOptions): RouteObject[] {
  return [
    {
      ErrorBoundary: ErrorPage,
      element: (
        <BoardContext value={board}>
          <Outlet />
        </BoardContext>
      ),
      children: [
        {
          Component: SharedLayout,
          middleware: [requireUser(board)],
          children: [
            { path: ROUTES.feed, Component: FeedPage },
            { path: ROUTES.profile, element: <ProfilePage signOut={session.signOut} /> },
          ],
        },
        {
          path: ROUTES.login,
          element: <LoginPage signIn={session.signIn} />,
          middleware: [requireVisitor(board)],
        },
        {
          path: '*',
          element: null,
          loader: ({ request }) => {
            const { pathname } = new URL(request.url);
            throw data(`There is no page at ${pathname}`, { status: 404, statusText: 'Not Found' });
          },
        },
      ],
    },
  ];
}

/** Makes the router; each change of who is signed in runs the guards again. */
export function createRouter(options: RouterOptions): ReturnType<typeof createBrowserRouter> {
  const router = createBrowserRouter(createRoutes(options));
  options.board.subscribe(() => void router.revalidate());
  return router;
}

/** Makes the router for when there is no backend: each address shows the error screen. */
export function createBrokenRouter(why: string): ReturnType<typeof createBrowserRouter> {
  const refuse = (): never => {
    throw data(why, { status: 503, statusText: 'Service Unavailable' });
  };
  return createBrowserRouter([{ path: '*', ErrorBoundary: ErrorPage, loader: refuse }]);
}

/** Resolves once the guards have let somebody, or nobody, pass: before, there is nothing to render. */
export async function whenInitialized(router: ReturnType<typeof createRouter>): Promise<void> {
  if (router.state.initialized) return;
  await new Promise<void>((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}
