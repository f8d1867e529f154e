import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import { createFirebaseBoard } from '#tests/firebase/hosting/firebase-board.ts';
import { provideFrameScript } from '#tests/firebase/hosting/frame-script.ts';
import { officialEmulator } from '#tests/firebase/official-emulators.ts';
import { chooseAccount, OFFICIAL_LOOKS } from './choose-account.ts';
import { press } from './press.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';
import { watchTraces } from './secret-traces.ts';
import { createConsoleGuard, type ConsoleGuard } from './console-guard.ts';
import { LACKS } from './lacks.ts';
import { insertAsKeysDo } from '#tests/engines/insert-text.ts';

const OLDER_ENGINE = [LACKS.groupingAndSetMethods, LACKS.scrollAnchoring];

export interface BoardOptions {
  /** Which of the two backends the tests drive. */
  backend: 'self-hosted' | 'firebase';
  /** What the pages run on: `older` lacks what Safari or browsers of 2023 do. */
  engine: 'current' | 'older';
}

interface BoardFixtures {
  /** A server of the test's own, with an empty board. */
  server: ServerProcess & { services?: readonly string[] };
  /** Page errors, console errors and foreign requests fail the test, unless expected here. */
  consoleGuard: ConsoleGuard;
  /** Opens a browser of its own in which nobody is signed in, on a blank page. */
  visitor: () => Promise<Page>;
  /** Opens a browser of its own and signs a person in through the screens. */
  person: (name: string) => Promise<Page>;
}

export const test = base.extend<BoardFixtures & BoardOptions>({
  backend: ['self-hosted', { option: true }],
  engine: ['current', { option: true }],
  server: async ({ backend }, use) => {
    const server =
      backend === 'firebase' ? await createFirebaseBoard() : await createServerProcess();
    await server.start();
    await use(server);
    await server.remove();
  },
  consoleGuard: async ({ server }, use) => {
    const consoleGuard = createConsoleGuard([server.url, ...(server.services ?? [])]);
    if (officialEmulator('auth') !== null) consoleGuard.expect(OFFICIAL_LOOKS);
    await use(consoleGuard);
    expect(consoleGuard.unexpected()).toEqual([]);
  },
  visitor: async ({ browser, browserName, engine, server, consoleGuard }, use) => {
    const contexts: BrowserContext[] = [];
    const traces: (() => Promise<void>)[] = [];
    await use(async () => {
      const context = await browser.newContext({ baseURL: server.url });
      contexts.push(context);
      traces.push(watchTraces(context));
      consoleGuard.watch(context);
      await provideFrameScript(context);
      if (browserName === 'firefox') await context.addInitScript(insertAsKeysDo);
      if (engine === 'older') for (const lack of OLDER_ENGINE) await context.addInitScript(lack);
      return context.newPage();
    });
    await Promise.allSettled(traces.map((write) => write()));
    // Nobody else does, and pages left open slow down every test that follows.
    for (const context of contexts) await context.close();
  },
  person: async ({ visitor }, use) => {
    await use(async (name) => {
      const page = await visitor();
      await page.goto('/');
      await signIn(page, name);
      return page;
    });
  },
});

/** Signs in by a local account, from the login screen on. */
export async function signIn(page: Page, name: string): Promise<void> {
  const popup = page.waitForEvent('popup');
  await press(page.getByRole('button', { name: 'Sign in with Google' }));
  // The account is chosen in a popup at Firebase, in the page itself at our own server.
  const inPage = page.getByLabel('Name').waitFor();
  const chooser = await Promise.race([popup, inPage.then(() => page)]);
  await chooseAccount(chooser, { name, email: emailOf(name) });
  await expect(page.getByRole('heading', { name: 'Thoughts field' })).toBeVisible();
}

/** The address a person of this name signs in with. */
export function emailOf(name: string): string {
  return `${name.toLowerCase().replaceAll(/[^a-z]/gu, '.')}@example.org`;
}

export { expect };
