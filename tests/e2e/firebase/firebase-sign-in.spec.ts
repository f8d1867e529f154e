import type { Page } from '@playwright/test';
import { signInByScreens } from '#tests/e2e/board-server.ts';
import { expect, test as base } from '#tests/e2e/fixtures.ts';

/** Milliseconds after which the SDK and the button no longer wait for a popup. */
const WAITING_MS = 12_000;

const test = base.extend<{ page: Page }>({
  page: async ({ visitor, consoleGuard }, use) => {
    consoleGuard.expect(/./u);
    const page = await visitor();
    await page.clock.install();
    await use(page);
  },
});

test('a closed popup is only logged, and leaves the button usable', async ({ page }) => {
  await page.goto('/');
  const logged = page.waitForEvent('console', (message) => message.type() === 'error');
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await (await popup).close();
  await page.clock.runFor(WAITING_MS);
  await logged;
  await expect(page.getByText('Share your thoughts with us')).toBeVisible();
  await signInByScreens(page, 'Ada');
});

test('where popups are blocked, the sign-in leaves the page and comes back', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => {
    window.open = () => null;
  });
  await signInByScreens(page, 'Ada');
});

test('a browser whose IndexedDB never answers signs in after some seconds, and stays signed in', async ({
  page,
}) => {
  await page.addInitScript(() => {
    for (const name of ['open', 'deleteDatabase'] as const)
      Object.defineProperty(IDBFactory.prototype, name, { value: () => new EventTarget() });
    Object.defineProperty(IDBFactory.prototype, 'databases', {
      value: () => new Promise(() => {}),
    });
  });
  await page.goto('/');
  const shown = page.waitForEvent('console', (message) => message.text().includes('IndexedDB'));
  await page.clock.runFor(WAITING_MS);
  await shown;
  await signInByScreens(page, 'Ada');
  await page.reload();
  await page.clock.runFor(WAITING_MS);
  await expect(page.getByRole('heading', { name: 'Thoughts field' })).toBeVisible();
});

test('a configuration that lacks a field shows the error screen with what is wrong', async ({
  page,
}) => {
  const json = { projectId: 'board' };
  await page.route('**/__/firebase/init.json', (route) => route.fulfill({ json }));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Oops! Something went wrong!' })).toBeVisible();
  await expect(page.getByText('apiKey')).toBeVisible();
  await expect(page.getByText('503', { exact: true })).toBeVisible();
});
