import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { PATHS } from '#shared/wire.ts';
import { closeServer, listenLocally } from '#tools/listen-locally.ts';
import { expect, test } from './fixtures.ts';
import { cardOf, openAddDialog, say, thoughtBox } from './thoughts.ts';

const TEXT = 'before the tunnel';

test.describe('an installed board', { tag: '@self-hosted' }, () => {
  test.beforeEach(({ consoleGuard }) => consoleGuard.expect(/console (error|warning)|preload/u));

  test('opens without a network with what it last showed, and sends what is written then', async ({
    signedIn,
    server,
  }) => {
    const ada = await installAndShow(await signedIn('Ada'));
    // A server that can't answer takes no list away.
    const { promise: isRefused, resolve: refuse } = Promise.withResolvers<void>();
    await beforeLists(ada, () => {
      refuse();
      return 503;
    });
    await turnAway(ada);
    await isRefused;
    await untilKept(ada);
    await server.stop();
    const offline = await openAgain(ada, 'installed');
    await expect(cardOf(offline, TEXT)).toBeVisible();
    expect(await offline.evaluate(() => document.styleSheets.length)).toBeGreaterThan(0);
    await expect(offline.getByRole('img', { name: 'Reconnecting' })).toBeVisible();
    await offline.goto('/profile/');
    await expect(offline.getByRole('button', { name: 'Log Out' })).toBeVisible();
    await offline.goto('/');
    const dialog = await openAddDialog(offline);
    await thoughtBox(offline).fill('in the tunnel');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(offline.getByRole('img', { name: 'Sending' })).toBeVisible();
    const pending = await openAgain(offline, 'installed');
    await expect(cardOf(pending, 'in the tunnel')).toBeVisible();
    await server.start();
    await expect(pending.getByRole('img', { name: 'Live' })).toBeVisible();
    await expect(pending.getByRole('img', { name: 'Sending' })).toHaveCount(0);
    await expect(cardOf(pending, 'in the tunnel')).toBeVisible();
  });

  test('opens without a network in full screen, too', async ({ signedIn, server }) => {
    const ada = await installAndShow(await signedIn('Ada'));
    await server.stop();
    const offline = await openAgain(ada, 'in full screen');
    await expect(cardOf(offline, TEXT)).toBeVisible();
  });

  test('keeps nothing for the next person after a sign-out without a network', async ({
    signedIn,
    server,
  }) => {
    const page = await signedIn('Ada');
    await registerAfterPictures(page);
    const ada = await installAndShow(page);
    await ada.getByTitle('profile').click();
    await server.stop();
    await ada.getByRole('button', { name: 'Log Out' }).click();
    await ada.getByRole('button', { name: 'Confirm' }).click();
    await expect(ada).toHaveURL(/login/u);
    await expect.poll(() => keptFor(ada)).toEqual([]);
    const files = await ada.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(
        names.map(async (name) => (await caches.open(name)).keys()),
      );
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(files.filter((path) => !/^\/(?:assets\/.+|[^/]*)$/u.test(path))).toEqual([]);
    const next = await openAgain(ada, 'installed');
    await expect(next).toHaveURL(/login/u);
    await expect(next.getByText(TEXT)).toHaveCount(0);
  });

  test('keeps nothing that was on its way when another tab signed out', async ({ signedIn }) => {
    const ada = await installAndShow(await signedIn('Ada'));
    const tab = await ada.context().newPage();
    await tab.goto('/profile/');
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await beforeLists(ada, () => {
      hold();
      return isReleased;
    });
    await turnAway(ada);
    await isHeld;
    await tab.getByRole('button', { name: 'Log Out' }).click();
    await tab.getByRole('button', { name: 'Confirm' }).click();
    await expect(tab).toHaveURL(/login/u);
    release();
    await expect(ada).toHaveURL(/login/u);
    await untilKept(ada);
    expect(await keptFor(ada)).toEqual([]);
  });

  test('keeps no tab from opening whose browser can read no caches', async ({ signedIn }) => {
    const ada = await installAndShow(await signedIn('Ada'));
    const tab = await ada.context().newPage();
    await tab.addInitScript(() => {
      // As Chromium does on a full or damaged disk.
      CacheStorage.prototype.keys = () => Promise.reject(new DOMException('', 'UnknownError'));
    });
    await tab.goto('/');
    await expect(cardOf(tab, TEXT)).toBeVisible();
  });

  test('holds up no tab while a list that it keeps stops half-way', async ({ signedIn }) => {
    const ada = await installAndShow(await signedIn('Ada'));
    await ada.evaluate((path) => {
      const send = fetch.bind(globalThis);
      globalThis.fetch = async (input, init) => {
        const { url, body, headers } = await send(input, init);
        // As over a connection that has died without a word.
        const isStopped = url.includes(path);
        return new Response(isStopped ? new ReadableStream() : body, { headers });
      };
    }, PATHS.thoughts);
    const isAsked = ada.waitForResponse(/api\/thoughts\?limit/u);
    await turnAway(ada);
    await isAsked;
    const tab = await ada.context().newPage();
    await tab.goto('/');
    await expect(cardOf(tab, TEXT)).toBeVisible();
  });

  test('keeps nothing of a person whose place somebody else has taken', async ({
    signedIn,
    server,
  }) => {
    const ada = await installAndShow(await signedIn('Ada'));
    await server.signIn(ada, 'Bob');
    // Bob's own list does not arrive, so that it can't take the place of Ada's.
    await beforeLists(ada, () => new Promise(() => {}));
    await ada.reload();
    await expect.poll(() => keptFor(ada)).toEqual([]);
  });

  test('leaves nothing to a tab, which itself keeps nothing', async ({ signedIn, server }) => {
    const ada = await installAndShow(await signedIn('Ada'));
    expect(await keptFor(ada)).not.toEqual([]);
    await server.stop();
    const tab = await openAgain(ada, 'tab');
    await expect.poll(() => keptFor(tab)).toEqual([]);
    await expect(tab.getByText(TEXT)).toHaveCount(0);
    await server.start();
    await expect(cardOf(tab, TEXT)).toBeVisible();
    await turnAway(tab);
    await server.stop();
    const again = await openAgain(tab, 'tab');
    await expect(again.getByRole('heading', { name: 'Loading' })).toBeAttached();
    expect(await keptFor(again)).toEqual([]);
  });

  test('gets none of what is kept while its page came from the server', async ({
    signedIn,
    server,
  }) => {
    const ada = await installAndShow(await signedIn('Ada'));
    await ada.evaluate(() => navigator.serviceWorker.ready);
    const ask = () =>
      ada.evaluate(
        async (paths) =>
          Promise.all(
            paths.map(async (path) =>
              fetch(path).then(
                ({ ok }) => ok,
                () => 'failed',
              ),
            ),
          ),
        [PATHS.session, `${PATHS.thoughts}?limit=50`, '/icon.svg'],
      );
    expect(await ask()).toEqual([true, true, true]);
    await server.stop();
    expect(await ask()).toEqual(['failed', 'failed', 'failed']);
  });

  test('is the build that the server has, whole, and never something else that answers', async ({
    signedIn,
    server,
  }) => {
    const ada = await installAndShow(await signedIn('Ada'));
    await ada.evaluate(async () => {
      for (const name of await caches.keys()) await caches.delete(name);
      const former = await caches.open('/assets/index-former.js');
      await former.put('/', new Response('<p>Of an earlier server</p>'));
    });
    await ada.reload();
    await expect(ada.getByRole('heading', { name: 'Thoughts field' })).toBeVisible();
    await expect.poll(() => keptPage(ada)).toContain('<title>Thought Cloud</title>');
    await expect.poll(() => ada.evaluate(async () => (await caches.keys()).length)).toBe(2);
    await ada.addInitScript(() => {
      const send = fetch.bind(globalThis);
      globalThis.fetch = async (input, init) => {
        if (input !== `${location.origin}/`) return send(input, init);
        document.documentElement.dataset['asked'] = 'yes';
        return new Response('<p>Of a newer build</p>');
      };
    });
    await ada.reload();
    await expect(ada.locator('[data-asked]')).toBeAttached();
    // Waits as long as it would take to keep the build's files with that page.
    await ada.evaluate(async () => {
      const files = performance.getEntriesByType('resource').map(({ name }) => name);
      const built = files.filter((name) => name.includes('/assets/'));
      await Promise.all(built.map(async (name) => (await fetch(name)).arrayBuffer()));
    });
    await server.stop();
    const maintenance = await answerAt(server.url, '<p>Back soon</p>');
    await ada.reload();
    await expect(ada.getByText('Back soon')).toBeVisible();
    await maintenance.close();
    const offline = await openAgain(ada, 'installed');
    await expect(cardOf(offline, TEXT)).toBeVisible();
    expect(await offline.evaluate(() => document.styleSheets.length)).toBeGreaterThan(0);
  });
});

/** Opens the feed as an installed board does, adds a thought there, and turns to another app. */
async function installAndShow(page: Page): Promise<Page> {
  await asInstalled(page);
  await page.goto('/');
  await expect.poll(() => keptPage(page)).toBeDefined();
  // Added without the screens: an add of the page's own would also be in its storage for a moment.
  await say(page, TEXT);
  await expect
    .poll(async () => {
      await turnAway(page);
      return keptList(page);
    })
    .toContain(TEXT);
  return page;
}

/** Delays keeping the build until the page has loaded pictures of people, too. */
function registerAfterPictures(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const { serviceWorker } = navigator;
    const register = serviceWorker.register.bind(serviceWorker);
    serviceWorker.register = async (...script) => {
      while (!performance.getEntriesByType('resource').some(({ name }) => /pictures/u.test(name))) {
        await new Promise(requestAnimationFrame);
      }
      return register(...script);
    };
  });
}

function asInstalled(page: Page, mode = 'standalone'): Promise<unknown> {
  return page.addInitScript((shownAs) => {
    const query = matchMedia.bind(globalThis);
    globalThis.matchMedia = (media) =>
      query(media === `(display-mode: ${shownAs})` ? 'all' : media);
  }, mode);
}

/** Waits until a page has kept what it was answered: another answer comes later than what it does with that one. */
function untilKept(page: Page): Promise<void> {
  return page.evaluate(async (path) => {
    await fetch(path);
    await navigator.locks.request('thought-cloud:kept', () => {});
  }, PATHS.session);
}

/** The addresses of everything that is kept for a person. */
function keptFor(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('person:'));
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => url);
  });
}

function keptPage(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => (await caches.match('/'))?.text());
}

function keptList(page: Page): Promise<string | undefined> {
  return page.evaluate(
    async (path) => (await caches.match(path, { ignoreSearch: true }))?.text(),
    PATHS.thoughts,
  );
}

/**
 * Asks the test before each answer to a page's requests of a list arrives: it may hold it back, or give it another status.
 * Not every driver can do so on the way once a page has a worker.
 */
async function beforeLists(
  page: Page,
  decide: () => number | Promise<number | void>,
): Promise<void> {
  await page.exposeFunction('decideOnList', decide);
  await page.addInitScript(askBeforeLists, PATHS.thoughts);
  await page.evaluate(askBeforeLists, PATHS.thoughts);
}

/** Runs in the page. */
function askBeforeLists(path: string): void {
  const send = fetch.bind(globalThis);
  globalThis.fetch = async (input, init) => {
    const answer = await send(input, init);
    if (!answer.url.includes(path)) return answer;
    const status = await Reflect.get(globalThis, 'decideOnList')();
    return status === undefined ? answer : new Response(null, { status });
  };
}

/** Turns to another app and back. */
async function turnAway(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'visibilityState');
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

async function openAgain(page: Page, as: 'installed' | 'in full screen' | 'tab'): Promise<Page> {
  const context = page.context();
  await page.close();
  const next = await context.newPage();
  if (as === 'installed') await asInstalled(next);
  if (as === 'in full screen') await asInstalled(next, 'fullscreen');
  await next.goto('/');
  return next;
}

/** Answers every request at an address with a page, as a proxy does while its server is away. */
async function answerAt(url: string, page: string): Promise<{ close: () => Promise<void> }> {
  const proxy = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(page);
  });
  await listenLocally(proxy, Number(new URL(url).port));
  return { close: () => closeServer(proxy) };
}
