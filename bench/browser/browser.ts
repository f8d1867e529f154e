import { chromium, type Browser, type CDPSession, type Page, type Locator } from '@playwright/test';
import { ensureChromium, findChromium } from '#scripts/machine.ts';
import { startProduct, type Server } from '#bench/servers.ts';
import { withSides } from '#bench/sides.ts';
import { originOf } from '#bench/start-process.ts';

/** How many times slower than this machine a page runs. */
export const THROTTLE = 4;
/** Milliseconds for any step in a page; loading ten thousand thoughts takes longest. */
const PAGE_TIMEOUT = 90_000;

export async function withBrowser<Result>(
  use: (browser: Browser) => Promise<Result>,
): Promise<Result> {
  await ensureChromium();
  const executablePath = findChromium();
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu'],
    ...(executablePath !== undefined && { executablePath }),
  });
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}

export async function slowDown(page: Page): Promise<CDPSession> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  return devTools;
}

/** The cookie of a server's first person, for its origin. */
export function cookieOf(server: Server): { name: string; value: string; url: string } {
  const [name = '', value = ''] = server.cookies[0]?.split('=') ?? [];
  return { name, value, url: originOf(server) };
}

export const FEW = 50;
export const MANY = 10_000;

/** A feed of which a reader, the first of two people, has loaded as many thoughts. */
export interface Feed {
  size: number;
  page: Page;
  server: Server;
}

/** Opens a feed of few thoughts and one of many, each of a board of its own. */
export function withFeeds<Result>(
  use: (feeds: readonly Feed[], browser: Browser) => Promise<Result>,
): Promise<Result> {
  const sizes = [FEW, MANY];
  const starts = sizes.map((thoughts) => () => startProduct({ thoughts, people: 2 }));
  return withBrowser((browser) =>
    withSides(starts, async (sides) => {
      const feeds: Feed[] = [];
      for (const [index, { server }] of sides.entries()) {
        const size = sizes[index] ?? 0;
        feeds.push({ size, page: await openFeed(browser, server, size), server });
      }
      return use(feeds, browser);
    }),
  );
}

const STANDSTILL_MS = 10_000;
const TRIES = 3;

/** Loads `size` thoughts by scrolling; if Chromium stops drawing frames, tries another page. */
async function openFeed(browser: Browser, server: Server, size: number): Promise<Page> {
  for (let count = 0; count < TRIES; count += 1) {
    const page = await browser.newPage({ baseURL: originOf(server) });
    page.setDefaultTimeout(PAGE_TIMEOUT);
    await page.context().addCookies([cookieOf(server)]);
    await page.goto('/');
    await page.locator('article').first().waitFor();
    if (await loadCards(page, size)) {
      await goToPlace(page);
      return page;
    }
    await page.close();
  }
  throw new Error(`${TRIES} pages stood still before they had ${size} cards.`);
}

function loadCards(page: Page, size: number): Promise<boolean> {
  return page.evaluate(
    async ([wanted, patience]) => {
      const cards = document.getElementsByTagName('article');
      let [known, since] = [0, performance.now()];
      while (cards.length < wanted && performance.now() - since < patience) {
        if (cards.length > known) [known, since] = [cards.length, performance.now()];
        scrollTo({ top: document.body.scrollHeight, behavior: 'instant' });
        await new Promise((resolve) => {
          requestAnimationFrame(resolve);
          setTimeout(resolve, 1_000);
        });
      }
      return cards.length >= wanted;
    },
    [size, STANDSTILL_MS] as const,
  );
}

/** Scrolls to the reader's own card in the middle of the loaded ones; returns its Edit button. */
export async function goToPlace(page: Page): Promise<Locator> {
  const editButtons = page.locator('article button[title="Edit"]');
  const editButton = editButtons.nth(Math.floor((await editButtons.count()) / 2));
  await editButton.evaluate(async (button) => {
    // The cards around it get their final heights in the first frames.
    for (let frame = 0; frame < 5; frame += 1) {
      button.scrollIntoView({ block: 'center', behavior: 'instant' });
      await new Promise(requestAnimationFrame);
    }
  });
  return editButton;
}

export async function requireCards({ page, size }: Feed): Promise<void> {
  const cards = await page.locator('article').count();
  if (cards < size) throw new Error(`The page holds ${cards} cards instead of ${size}.`);
}
