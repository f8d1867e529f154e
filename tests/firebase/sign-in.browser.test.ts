import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
