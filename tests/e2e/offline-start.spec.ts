import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { addThought, cardOf, openAddDialog, thoughtBox } from './thoughts.ts';

test.describe('an installed board', { tag: ['@self-hosted', '@chromium'] }, () => {
  test.beforeEach(({ consoleGuard }) => consoleGuard.expect(/console (error|warning)|preload/u));

  test('opens without a network with what it last showed, and sends what is written then', async ({
    signedIn,
    server,
  }) => {
    const ada = await installAndShow(await signedIn('Ada'), 'before the tunnel');
    await server.stop();
    const offline = await openAgain(ada);
    await expect(cardOf(offline, 'before the tunnel')).toBeVisible();
    await expect(offline.getByRole('img', { name: 'Reconnecting' })).toBeVisible();
    const dialog = await openAddDialog(offline);
    await thoughtBox(offline).fill('in the tunnel');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(offline.getByRole('img', { name: 'Sending' })).toBeVisible();
    const pending = await openAgain(offline);
    await expect(cardOf(pending, 'in the tunnel')).toBeVisible();
    await server.start();
    await expect(pending.getByRole('img', { name: 'Live' })).toBeVisible();
    await expect(pending.getByRole('img', { name: 'Sending' })).toHaveCount(0);
    await expect(cardOf(pending, 'in the tunnel')).toBeVisible();
  });

  test('keeps nothing for who comes after a sign-out, also one made without a network', async ({
    signedIn,
    server,
  }) => {
    const ada = await installAndShow(await signedIn('Ada'), 'for signed-in eyes');
    await ada.getByTitle('profile').click();
    await server.stop();
    await ada.getByRole('button', { name: 'Log Out' }).click();
    await ada.getByRole('button', { name: 'Confirm' }).click();
    await expect(ada).toHaveURL(/login/u);
    await expect.poll(() => keptFor(ada)).toEqual([]);
    const next = await openAgain(ada);
    await expect(next).toHaveURL(/login/u);
    await expect(next.getByText('for signed-in eyes')).toHaveCount(0);
  });

  test('is the one that the server has, wherever that answers', async ({ signedIn }) => {
    const ada = await install(await signedIn('Ada'));
    await ada.evaluate(async () => {
      const files = await caches.open('files');
      await files.put('/', new Response('<p>Of an earlier server</p>'));
    });
    await ada.reload();
    await expect(ada.getByRole('heading', { name: 'Thoughts field' })).toBeVisible();
    const kept = (): Promise<string | undefined> =>
      ada.evaluate(async () => (await caches.match('/'))?.text());
    await expect.poll(kept).toContain('<title>Thought Cloud</title>');
  });

  test('in a tab keeps nothing', async ({ person }) => {
    const ada = await person('Ada');
    const workers = (): Promise<number> =>
      ada.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    expect(await workers()).toBe(0);
  });
});

/** Opens the feed as an installed board does, until it is kept. */
async function install(page: Page): Promise<Page> {
  await page.context().addInitScript(() => {
    const query = matchMedia.bind(globalThis);
    globalThis.matchMedia = (media) =>
      query(media === '(display-mode: standalone)' ? 'all' : media);
  });
  await page.goto('/');
  await expect.poll(() => page.evaluate(() => caches.has('files'))).toBe(true);
  await page.reload();
  await expect.poll(() => keptFor(page)).not.toEqual([]);
  return page;
}

/** Opens an installed board, adds a thought there, and turns to another app. */
async function installAndShow(page: Page, text: string): Promise<Page> {
  await install(page);
  await addThought(page, text);
  await hide(page);
  return page;
}

/** The addresses of what is kept of a person. */
function keptFor(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const person = (await caches.has('person')) ? await caches.open('person') : undefined;
    return ((await person?.keys()) ?? []).map(({ url }) => url);
  });
}

/** Turns to another app, and waits until what was shown is kept. */
async function hide(page: Page): Promise<void> {
  const answered = page.waitForResponse(/api\/thoughts\?limit/u);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'visibilityState');
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await answered;
}

async function openAgain(page: Page): Promise<Page> {
  const context = page.context();
  await page.close();
  const next = await context.newPage();
  await next.goto('/');
  return next;
}
