import { expect, test as base, type Page } from '@playwright/test';
import { createFirebaseBoard, provideFrameScript } from '#tests/firebase/hosting/firebase-board.ts';
import { chooseAccount } from '#tests/e2e/board-server.ts';

/** Milliseconds after which the SDK and the button no longer wait for a popup. */
const WAITING_MS = 12_000;

const test = base.extend<{ visit: (config?: object) => Promise<Page> }>({
  visit: async ({ context }, use) => {
    const boards: { remove: () => Promise<void> }[] = [];
    await provideFrameScript(context);
    await use(async (config) => {
      const board = await createFirebaseBoard(config);
      boards.push(board);
      const page = await context.newPage();
      await page.clock.install();
      await page.goto(board.url);
      return page;
    });
    for (const board of boards) await board.remove();
  },
});

test('a closed popup is only logged, and leaves the button usable', async ({ visit }) => {
  const page = await visit();
  const logged = page.waitForEvent('console', (message) => message.type() === 'error');
  const popup = page.waitForEvent('popup');
  await signInButton(page).click();
  await (await popup).close();
  await page.clock.runFor(WAITING_MS);
  await logged;
  await expect(page.getByText('Share your thoughts with us')).toBeVisible();
  const again = page.waitForEvent('popup');
  await signInButton(page).click();
  await chooseAccount(await again, 'Ada');
  await expect(page.getByRole('heading', { name: 'Thoughts field' })).toBeVisible();
});

test('where popups are blocked, the sign-in leaves the page and comes back', async ({ visit }) => {
  const page = await visit();
  await page.evaluate(() => {
    window.open = () => null;
  });
  await signInButton(page).click();
  await chooseAccount(page, 'Ada');
  await expect(page.getByRole('heading', { name: 'Thoughts field' })).toBeVisible();
});

test('a browser whose IndexedDB never answers signs in after some seconds, and stays signed in', async ({
  context,
  visit,
}) => {
  await context.addInitScript(() => {
    for (const name of ['open', 'deleteDatabase'] as const)
      Object.defineProperty(IDBFactory.prototype, name, { value: () => new EventTarget() });
    Object.defineProperty(IDBFactory.prototype, 'databases', {
      value: () => new Promise(() => {}),
    });
  });
  const page = await visit();
  const shown = page.waitForEvent('console', (message) => message.text().includes('IndexedDB'));
  await page.clock.runFor(WAITING_MS);
  await shown;
  const popup = page.waitForEvent('popup');
  await signInButton(page).click();
  await chooseAccount(await popup, 'Ada');
  await expect(page.getByRole('heading', { name: 'Thoughts field' })).toBeVisible();
  await page.reload();
  await page.clock.runFor(WAITING_MS);
  await expect(page.getByRole('heading', { name: 'Thoughts field' })).toBeVisible();
});

test('a configuration that lacks a field shows the error screen with what is wrong', async ({
  visit,
}) => {
  const page = await visit({ projectId: 'board' });
  await expect(page.getByRole('heading', { name: 'Oops! Something went wrong!' })).toBeVisible();
  await expect(page.getByText('apiKey')).toBeVisible();
  await expect(page.getByText('503', { exact: true })).toBeVisible();
});

function signInButton(page: Page) {
  return page.getByRole('button', { name: 'Sign in with Google' });
}
