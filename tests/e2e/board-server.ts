import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { cookieName } from '#server/auth/private-cookie.ts';
import { readConfig } from '#server/config.ts';
import { openForOperator } from '#server/database/open-database.ts';
import type { Server } from '#server/start-server.ts';
import { findFreePort, startWithoutLimits } from '#tests/server/local-server.ts';
import { startSession } from '#tests/server/sign-in.ts';
import { OFFICIAL } from '#tests/firebase/services.ts';
import { press } from './press.ts';

/** A board of a test's own, empty at first, as it is served to browsers. */
export interface BoardServer {
  url: string;
  /** The other origins that its pages use. */
  services: readonly string[];
  /** Serves the same address and data again after a `stop`; at first it is started. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
  /** Stops it for good and removes its data. */
  remove: () => Promise<void>;
  /** Signs the browser of a page in, in place of who was signed in there. */
  signIn: (page: Page, name: string) => Promise<void>;
}

/** Starts our real server, in the process of the test, over a data folder of its own. */
export async function createBoardServer(): Promise<BoardServer> {
  const folder = await mkdtemp(join(tmpdir(), 'thought-cloud-'));
  const config = readConfig({ DATA_DIR: folder, PORT: String(await findFreePort('localhost')) });
  const { publicURL: url } = config;
  let running: Server | undefined;
  const start = async (): Promise<void> => {
    running ??= await startWithoutLimits(config, null);
  };
  const stop = async (): Promise<void> => {
    await running?.close();
    running = undefined;
  };
  await start();
  return {
    url,
    services: [],
    start,
    stop,
    remove: async () => {
      await stop();
      await rm(folder, { recursive: true });
    },
    // A session in the database is quicker than the screens.
    signIn: async (page, name) => {
      const database = await openForOperator({ databaseURL: null, dataFolder: folder });
      const { token: value } = await startSession(database, { name, email: emailOf(name) });
      await database.close();
      const cookie = { name: cookieName('session', url), value, url };
      await page.context().addCookies([{ ...cookie, httpOnly: true, sameSite: 'Lax' }]);
    },
  };
}

/** What the page of the official emulator loads from other hosts, for its looks, and a picture that it lacks. */
export const OFFICIAL_LOOKS =
  /unpkg\.com|fonts\.googleapis\.com|fonts\.gstatic\.com|\/picture\.svg/u;

/** Chooses who signs in, on the page of our own provider or of the official emulator. */
async function chooseAccount(chooser: Page, name: string): Promise<void> {
  if (OFFICIAL !== null) {
    await chooser.getByText('Add new account').click();
    await chooser.locator('#email-input').fill(emailOf(name));
    await chooser.locator('#display-name-input').fill(name);
    await chooser.locator('#profile-photo-input').fill(new URL('/picture.svg', chooser.url()).href);
    return chooser.locator('#sign-in').click();
  }
  await chooser.getByLabel('Name').fill(name);
  await chooser.getByLabel('Email').fill(emailOf(name));
  await press(chooser.getByRole('button', { name: 'Continue' }));
}

/** Signs in through the screens, from the login screen on. */
export async function signInByScreens(page: Page, name: string): Promise<void> {
  const popup = page.waitForEvent('popup');
  await press(page.getByRole('button', { name: 'Sign in with Google' }));
  // The account is chosen in a popup, or in the page itself: at our own server, and where popups are blocked.
  const inPage = page.waitForURL(/\/local-accounts\/|\/auth\/handler/u);
  const chooser = await Promise.race([popup, inPage.then(() => page)]);
  await chooseAccount(chooser, name);
  await expect(page.getByRole('heading', { name: 'Thoughts field' })).toBeVisible();
}

/** The address a person of this name signs in with. */
export function emailOf(name: string): string {
  return `${name.toLowerCase().replaceAll(/[^a-z]/gu, '.')}@example.org`;
}
