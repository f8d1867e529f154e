import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { provideFrameScript } from '#tests/firebase/hosting/frame-script.ts';
import { chooseAccount } from '#tests/e2e/choose-account.ts';
import { openFirebaseWorld, type FirebaseWorld } from './chromium/firebase-world.ts';

let world: FirebaseWorld;

beforeAll(async () => {
  world = await openFirebaseWorld();
});

afterAll(() => world.close());

test.each([
  ['on iOS', declareStandalone],
  ['elsewhere', matchStandalone],
])(
  'signing in leaves the page in an app installed %s, and opens no popup',
  async (_where, install) => {
    const visitor = await world.visitor();
    await install(visitor.page);
    const popups: Page[] = [];
    visitor.page.on('popup', (popup) => popups.push(popup));
    const left = visitor.page.waitForURL(/\/auth\/handler\?/u);
    // The page goes away under the call, which can't return.
    const call = visitor.signIn().catch(() => {});
    await left;
    await call;
    expect(popups).toEqual([]);
  },
);

test('signing in again gives up the popup that is open, and goes on by a new one', async () => {
  const visitor = await world.visitor();
  await provideFrameScript(visitor.page.context());
  const users: unknown[] = [];
  visitor.onAuthState((user) => users.push(user));
  const opened = visitor.page.waitForEvent('popup');
  const first = visitor.signIn().catch((error: unknown) => error);
  const left = await opened;
  const openedAgain = visitor.page.waitForEvent('popup');
  const second = visitor.signIn();
  const popup = await openedAgain;
  expect(await first).toMatchObject({ code: 'forbidden' });
  await vi.waitUntil(() => left.isClosed());
  await chooseAccount(popup, { name: 'Ada', email: 'ada@mail.example' });
  await expect(second).resolves.toBeUndefined();
  await vi.waitFor(() => expect(users.at(-1)).toMatchObject({ displayName: 'Ada' }));
});

function declareStandalone(page: Page): Promise<void> {
  return page.evaluate(() => {
    Object.defineProperty(navigator, 'standalone', { value: true });
  });
}

function matchStandalone(page: Page): Promise<void> {
  return page.evaluate(() => {
    const matchMedia = window.matchMedia.bind(window);
    window.matchMedia = (query) =>
      matchMedia(query === '(display-mode: standalone)' ? 'all' : query);
  });
}
