import './app.css';
import './sketch.css';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { ROUTES, SCREENS } from '#shared/routes.ts';
import { App } from './app.tsx';
import type { Backend } from './backend/backend.ts';
import { thisBrowser } from './backend/http/browser.ts';
import { loadFirebaseBackend } from './backend/firebase/load-firebase-backend.ts';
import { createHttpBackend } from './backend/http/http-backend.ts';
import { openBoard } from './board.ts';
import { installHeldKeyGuard } from './input/held-key-guard.ts';
import { installPressGuard } from './input/press-guard.ts';
import { installWholeCharacters } from './input/whole-characters.ts';
import { ErrorPage } from './pages/error-page.tsx';
import { createAuthSession } from './session/auth-session.ts';
import { createBoardStore, whenLoaded } from './session/board-store.ts';
import { openStorage, type Storages } from './store/browser-storage.ts';
import { STORAGE_KEYS } from './store/storage-keys.ts';

/** Milliseconds that the sketch waits for thoughts which may be about to come. */
const FIRST_THOUGHTS_MS = 300;

/** The build decides which backend there is; the other ones' code is not even downloaded. */
async function pickBackend({ lasting }: Storages): Promise<Backend> {
  if (import.meta.env.VITE_BACKEND === 'firebase') {
    const { createFirebaseBackend } = await loadFirebaseBackend();
    return createFirebaseBackend(import.meta.env.VITE_FIREBASE_CONFIG);
  }
  if (import.meta.env.VITE_BACKEND === 'memory') {
    const { createSampleBackend } = await import('./backend/memory/sample-backend.ts');
    return createSampleBackend();
  }
  return createHttpBackend(
    thisBrowser((listener) => {
      const stops = [
        lasting.onChange(STORAGE_KEYS.authUser, listener),
        // Carried out by another tab, a sign-out changes no stored person any more.
        lasting.onChange(STORAGE_KEYS.signOut, (wish) => {
          if (wish === null) listener();
        }),
      ];
      return () => stops.forEach((stop) => stop());
    }),
  );
}

async function openApp(): Promise<ReactNode> {
  const storages = {
    lasting: openStorage(() => localStorage),
    tab: openStorage(() => sessionStorage),
  };
  const backend = await pickBackend(storages);
  const session = createAuthSession(backend, storages.lasting);
  const board = createBoardStore(session, (user) => openBoard(backend, user, storages));
  // Until it is known who is here the sketch in index.html stands: nothing is empty, nothing moves.
  if (SCREENS.includes(location.pathname)) await board.whenKnown();
  if (location.pathname === ROUTES.feed) await whenLoaded(board, FIRST_THOUGHTS_MS);
  return <App session={session} board={board} />;
}

function explainFailure(error: unknown): ReactNode {
  console.error('The client could not start', error);
  const why = error instanceof Error ? error.message : String(error);
  return <ErrorPage message="Service Unavailable" code={503} data={why} />;
}

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no element with the id "root"');
  const screen = await openApp().catch(explainFailure);
  createRoot(root).render(<StrictMode>{screen}</StrictMode>);
}

installPressGuard();
installHeldKeyGuard();
installWholeCharacters();
await start();
