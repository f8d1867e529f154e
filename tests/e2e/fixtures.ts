import {
  test as base,
  expect,
  type BrowserContextOptions,
  type BrowserContext,
  type Page,
} from '@playwright/test';
import { createFirebaseBoard } from '#tests/firebase/hosting/firebase-board.ts';
import { provideFrameScript } from '#tests/firebase/hosting/frame-script.ts';
import { OFFICIAL } from '#tests/firebase/official-emulators.ts';
import { insertAsKeysDo } from '#tests/engines/insert-text.ts';
import { createBoardServer, type BoardServer } from './board-server.ts';
import { createConsoleGuard, type ConsoleGuard } from './console-guard.ts';
import { watchSecrets } from './secret-guard.ts';
import { firebaseState, OFFICIAL_LOOKS, putSession } from './sign-in.ts';

export interface BoardOptions {
  /** Which of the two backends the tests drive. */
  backend: 'self-hosted' | 'firebase';
}

interface BoardFixtures {
  /** A server of the test's own, with an empty board. */
  server: Omit<BoardServer, 'log' | 'signIn'> &
    Partial<Pick<BoardServer, 'log' | 'signIn'>> & { services?: readonly string[] };
  /** Page errors, console errors and foreign requests fail the test, unless expected here. */
  consoleGuard: ConsoleGuard;
  /** Opens another browser on a blank page, with what it has kept from before. */
  browse: (storageState?: BrowserContextOptions['storageState']) => Promise<Page>;
  /** Opens a browser in which nobody is signed in, on a blank page. */
  visitor: () => Promise<Page>;
  /** Opens a browser in which a person is signed in, on a blank page. */
  signedIn: (name: string) => Promise<Page>;
  /** Opens a browser in which a person is signed in, on the feed. */
  person: (name: string) => Promise<Page>;
}

export const test = base.extend<BoardFixtures & BoardOptions>({
  backend: ['self-hosted', { option: true }],
  server: async ({ backend }, use) => {
    const server = backend === 'firebase' ? await createFirebaseBoard() : await createBoardServer();
    await use(server);
    await server.remove();
  },
  consoleGuard: async ({ server }, use) => {
    const consoleGuard = createConsoleGuard([server.url, ...(server.services ?? [])]);
    if (OFFICIAL !== null) consoleGuard.expect(OFFICIAL_LOOKS);
    await use(consoleGuard);
    expect(consoleGuard.unexpected()).toEqual([]);
  },
  browse: async ({ browser, browserName, server, consoleGuard }, use) => {
    const open = new Map<BrowserContext, ReturnType<typeof watchSecrets>>();
    await use(async (storageState) => {
      const context = await browser.newContext({
        baseURL: server.url,
        ...(storageState && { storageState }),
      });
      open.set(context, watchSecrets(context));
      context.once('close', () => open.delete(context));
      consoleGuard.watch(context);
      await provideFrameScript(context);
      if (browserName === 'firefox') await context.addInitScript(insertAsKeysDo);
      return context.newPage();
    });
    const log = server.log?.() ?? '';
    const secrets = await Promise.all([...open.values()].map((find) => find(log)));
    // Nothing else closes these pages, which would slow down every later test.
    await Promise.all([...open.keys()].map((context) => context.close()));
    expect(secrets.flat()).toEqual([]);
  },
  visitor: async ({ browse }, use) => use(() => browse()),
  signedIn: async ({ browse, server, backend }, use) => {
    await use(async (name) => {
      if (backend === 'firebase') {
        const [auth = ''] = server.services ?? [];
        return browse(await firebaseState(server.url, auth, name));
      }
      const page = await browse();
      await putSession(page, server, name);
      return page;
    });
  },
  person: async ({ signedIn }, use) => {
    await use(async (name) => {
      const page = await signedIn(name);
      await page.goto('/');
      await expect(page.getByRole('heading', { name: 'Thoughts field' })).toBeVisible();
      return page;
    });
  },
});

export { expect };
