import { expect, type BrowserContextOptions, type Page } from '@playwright/test';
import { OFFICIAL } from '#tests/firebase/official-emulators.ts';
import type { BoardServer } from './board-server.ts';
import { press } from './press.ts';

/** The key of the project that the tests' configuration names. */
const API_KEY = 'test';

/** What the page of the official emulator loads from other hosts, for its looks. */
export const OFFICIAL_LOOKS = /unpkg\.com|fonts\.googleapis\.com|fonts\.gstatic\.com/u;

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

/** Signs in at Firebase; returns what its SDK finds in a browser that has signed in before. */
export async function firebaseState(
  board: string,
  auth: string,
  name: string,
): Promise<BrowserContextOptions['storageState']> {
  const email = emailOf(name);
  const picture = `${auth}/picture.svg?of=${encodeURIComponent(email)}`;
  const google = JSON.stringify({ sub: email, name, email, picture });
  const address = `${auth}/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=${API_KEY}`;
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      requestUri: 'http://localhost',
      returnSecureToken: true,
      postBody: new URLSearchParams({ id_token: google, providerId: 'google.com' }).toString(),
    }),
  });
  const { localId: uid, idToken: accessToken, refreshToken } = await answer.json();
  const shown = { uid, displayName: name, email, photoURL: picture };
  const user = {
    ...shown,
    emailVerified: true,
    isAnonymous: false,
    providerData: [{ ...shown, uid: email, providerId: 'google.com', phoneNumber: null }],
    stsTokenManager: { refreshToken, accessToken, expirationTime: Date.now() + 3_600_000 },
    createdAt: String(Date.now()),
    lastLoginAt: String(Date.now()),
    apiKey: API_KEY,
    appName: '[DEFAULT]',
  };
  const kept = { name: `firebase:authUser:${API_KEY}:[DEFAULT]`, value: JSON.stringify(user) };
  return { cookies: [], origins: [{ origin: board, localStorage: [kept] }] };
}

/** The address a person of this name signs in with. */
export function emailOf(name: string): string {
  return `${name.toLowerCase().replaceAll(/[^a-z]/gu, '.')}@example.org`;
}
