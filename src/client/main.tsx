import './ui/app.css';
import './ui/shell.css';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { ROUTES, SCREENS } from '#shared/routes.ts';
import { App } from './ui/app.tsx';
import type { Backend } from './backend/backend.ts';
import { thisBrowser } from './backend/http/browser.ts';
import { createHttpBackend } from './backend/http/http-backend.ts';
import { openBoard, type BrowserState } from './state/board.ts';
import { installClickGuard } from './browser/click-guard.ts';
import { forgetInTabs, keepForOfflineStart } from './browser/offline-start.ts';
import { ErrorPage } from './ui/pages/error-page.tsx';
import { renewForOthers, renewPage } from './browser/renew-page.ts';
import { openAccount, whenKnown, whenLoaded } from './state/account.ts';
import { openStorage } from './browser/storage.ts';
import { openPages } from './browser/open-pages.ts';
import { STORAGE_KEYS } from './browser/storage-keys.ts';
import { WORDS } from './ui/words.ts';

const FIRST_THOUGHTS_MS = 300;
const APP_CHECK_KEY = import.meta.env.VITE_APP_CHECK_KEY ?? '';
const isSelfHosted = import.meta.env.MODE !== 'firebase';

/** The build picks the backend; the code of the others is not downloaded. */
async function pickBackend({ lasting }: BrowserState): Promise<Backend> {
  if (!isSelfHosted) {
    const { createFirebaseBackend } = await import('./backend/firebase/firebase-backend.ts');
    return createFirebaseBackend({
      config: import.meta.env.VITE_FIREBASE_CONFIG ?? '',
      loadAppCheck: APP_CHECK_KEY
        ? async () => (await import('./backend/firebase/app-check.ts')).appCheckBy(APP_CHECK_KEY)
        : null,
      arePaced: import.meta.env.VITE_ARE_PACED ?? false,
    });
  }
  return createHttpBackend(
    thisBrowser({
      onAccountChange: (listener) => {
        // When another tab carries out a sign-out, the stored person is already gone.
        const keys = [STORAGE_KEYS.authUser, STORAGE_KEYS.signOut];
        keys.forEach((key) => lasting.onChange(key, listener));
      },
      onVersion: renewPage(import.meta.env.VITE_VERSION, lasting),
    }),
  );
}

async function openApp(): Promise<ReactNode> {
  const browser = {
    lasting: openStorage(() => localStorage),
    tab: openStorage(() => sessionStorage),
    pages: openPages(),
  };
  if (isSelfHosted) await forgetInTabs(browser.lasting);
  const backend = await pickBackend(browser);
  const account = openAccount(backend, browser.lasting, (user) =>
    openBoard(backend, user, browser),
  );
  renewForOthers(browser.lasting);
  if (isSelfHosted) {
    keepForOfflineStart(account, browser.lasting).catch((error: unknown) =>
      console.info('Preparing an offline start failed', error),
    );
  }
  // Until the session is known the shell in index.html stays.
  const board = SCREENS.includes(location.pathname) ? await whenKnown(account) : null;
  if (board && location.pathname === ROUTES.feed) await whenLoaded(board, FIRST_THOUGHTS_MS);
  return <App account={account} />;
}

function explainFailure(error: unknown): ReactNode {
  console.error('The client could not start', error);
  const why = error instanceof Error ? error.message : String(error);
  return <ErrorPage message={WORDS.error.unavailable} code={503} data={why} />;
}

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no element with the id "root"');
  const screen = await openApp().catch(explainFailure);
  createRoot(root).render(<StrictMode>{screen}</StrictMode>);
}

installClickGuard();
await start();
