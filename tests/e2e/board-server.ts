import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { cookieName } from '#server/auth/private-cookie.ts';
import { readConfig } from '#server/config.ts';
import { openBeside } from '#server/database/open-database.ts';
import { type Server, startServer } from '#server/start-server.ts';
import { type LocalAccount, startSession } from '#server/testing/sign-in.ts';
import { WIDE_LIMITS } from '#server/testing/start-for-parent.ts';
import { OFFICIAL } from '#tests/firebase/services.ts';
import { press } from './press.ts';

/** Ports that no system gives to a connection, so that one stays free while its server is stopped. */
const [FIRST_PORT, PORTS] = [20_000, 10_000];

/** Our real server, in the process of the test, over a data folder of its own. */
export interface BoardServer {
  url: string;
  start: () => Promise<void>;
  stop: () => Promise<void>;
  /** Stops it for good and removes its data. */
  remove: () => Promise<void>;
  /** Signs a person in by a session in the database; resolves with its cookie. */
  signIn: (account: LocalAccount) => Promise<{ name: string; value: string }>;
}

/** Starts a server on a free port; every later start serves the same address and data. */
export async function createBoardServer(): Promise<BoardServer> {
  const folder = await mkdtemp(join(tmpdir(), 'thought-cloud-'));
  const startAt = (port: number): Promise<Server> =>
    startServer(
      { ...readConfig({ DATA_DIR: folder, PORT: String(port) }), limits: WIDE_LIMITS },
      null,
      (error) => {
        throw error;
      },
    );
  const first = await startAtFreePort(startAt);
  const { publicURL: url } = first;
  let running: Server | undefined = first;
  const stop = async (): Promise<void> => {
    await running?.close();
    running = undefined;
  };
  return {
    url,
    start: async () => {
      running ??= await startAt(Number(new URL(url).port));
    },
    stop,
    remove: async () => {
      await stop();
      await rm(folder, { recursive: true });
    },
    signIn: async (account) => {
      const database = await openBeside({ databaseURL: null, dataFolder: folder });
      const { token } = await startSession(database, account);
      await database.close();
      return { name: cookieName('session', url), value: token };
    },
  };
}

async function startAtFreePort(startAt: (port: number) => Promise<Server>): Promise<Server> {
  for (;;) {
    try {
      return await startAt(FIRST_PORT + Math.floor(Math.random() * PORTS));
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('is in use'))) throw error;
    }
  }
}

/** What the page of the official emulator loads from other hosts, for its looks, and a picture that it lacks. */
export const OFFICIAL_LOOKS =
  /unpkg\.com|fonts\.googleapis\.com|fonts\.gstatic\.com|\/picture\.svg/u;

/** Chooses who signs in, on the page of our own provider or of the official emulator. */
export async function chooseAccount(chooser: Page, name: string): Promise<void> {
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
export async function signIn(page: Page, name: string): Promise<void> {
  const popup = page.waitForEvent('popup');
  await press(page.getByRole('button', { name: 'Sign in with Google' }));
  // The account is chosen in a popup at Firebase, in the page itself at our own server.
  const inPage = page.getByLabel('Name').waitFor();
  const chooser = await Promise.race([popup, inPage.then(() => page)]);
  await chooseAccount(chooser, name);
  await expect(page.getByRole('heading', { name: 'Thoughts field' })).toBeVisible();
}

/** Signs a browser in at our own server, in place of who was signed in there. */
export async function putSession(
  page: Page,
  { url, signIn: start }: Pick<BoardServer, 'url'> & Partial<Pick<BoardServer, 'signIn'>>,
  name: string,
): Promise<void> {
  const cookie = await start?.({ name, email: emailOf(name) });
  if (cookie === undefined) throw new Error('Nobody signs in here.');
  await page.context().addCookies([{ ...cookie, url, httpOnly: true, sameSite: 'Lax' }]);
}

/** The address a person of this name signs in with. */
export function emailOf(name: string): string {
  return `${name.toLowerCase().replaceAll(/[^a-z]/gu, '.')}@example.org`;
}
