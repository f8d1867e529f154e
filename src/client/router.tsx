import { createBrowserRouter, data, type RouteObject } from 'react-router';
import type { Backend } from './backend/backend.ts';
import type { Board } from './board.ts';
import { boardContext, requireUser, requireVisitor } from './guards.ts';
import { ErrorPage } from './pages/error-page.tsx';
import { FeedPage } from './pages/feed-page.tsx';
import { LoginPage } from './pages/login-page.tsx';
import { ProfilePage } from './pages/profile-page.tsx';
import { SharedLayout } from './pages/shared-layout.tsx';
import type { AuthSession } from './session/auth-session.ts';
import type { Store } from './store/store.ts';

/** What the routes stand on. */
export interface RouterParts {
  backend: Backend;
  session: AuthSession;
  board: Store<Board | null>;
}

/** The whole route table. */
function routes({ backend, session, board }: RouterParts): RouteObject[] {
  return [
    {
      ErrorBoundary: ErrorPage,
      children: [
        {
          path: '/',
          Component: SharedLayout,
          middleware: [requireUser(session, board)],
          loader: ({ context }) => ({ board: context.get(boardContext) }),
          children: [
            { index: true, Component: FeedPage },
            {
              path: 'profile',
              Component: ProfilePage,
              loader: ({ context }) => ({ own: context.get(boardContext).own() }),
            },
          ],
        },
        {
          path: '/login',
          Component: LoginPage,
          middleware: [requireVisitor(session)],
          loader: () => ({ signIn: backend.signIn }),
        },
        {
          path: '*',
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
export function createRouter(parts: RouterParts): ReturnType<typeof createBrowserRouter> {
  const router = createBrowserRouter(routes(parts));
  parts.session.state.subscribe(() => void router.revalidate());
  return router;
}

/** Makes the router for when there is no backend: each address shows the error screen. */
export function createBrokenRouter(why: string): ReturnType<typeof createBrowserRouter> {
  const refuse = (): never => {
    throw data(why, { status: 503, statusText: 'Service Unavailable' });
  };
  return createBrowserRouter([{ path: '*', ErrorBoundary: ErrorPage, loader: refuse }]);
}
