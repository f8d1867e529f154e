import { chromium, type Browser, type CDPSession, type Page, type Locator } from '@playwright/test';
import { ensureChromium, findChromium } from '#scripts/machine.ts';
import { startProduct, withSides, type Server } from './servers.ts';
import { originOf } from './target.ts';

/** How many times slower than this machine a page runs. */
export const THROTTLE = 4;
/** Milliseconds for any step in a page; loading ten thousand thoughts takes longest. */
const PAGE_TIMEOUT = 90_000;

export async function openBrowser(): Promise<Browser> {
  await ensureChromium();
  const executablePath = findChromium() ?? chromium.executablePath();
  return chromium.launch({ args: ['--no-sandbox', '--disable-gpu'], executablePath });
}

export async function slowDown(page: Page): Promise<CDPSession> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  return devTools;
}

export type Cookie = ReturnType<typeof cookieOf>;

/** The cookie of a server's first person, for its origin. */
export function cookieOf(server: Server) {
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

/** Opens a feed of few thoughts and one of many, each of a board of its own; they must keep their cards. */
export async function withFeeds<Result>(
  use: (feeds: readonly Feed[], browser: Browser) => Promise<Result>,
): Promise<Result> {
  await using browser = await openBrowser();
  const sizes = [FEW, MANY];
  const starts = sizes.map((thoughts) => () => startProduct({ thoughts, people: 2 }));
  return await withSides(starts, async (sides) => {
    const feeds: Feed[] = [];
    for (const [index, { server }] of sides.entries()) {
      feeds.push(await openFeed(browser, server, sizes[index] ?? 0));
    }
    const result = await use(feeds, browser);
    for (const { page, size } of feeds) {
      const cards = await page.locator('article').count();
      if (cards < size) throw new Error(`The page holds ${cards} cards instead of ${size}.`);
    }
    return result;
  });
}

/** Loads `size` thoughts by scrolling; if Chromium stops drawing frames, tries another page. */
async function openFeed(browser: Browser, server: Server, size: number): Promise<Feed> {
  for (let tries = 3; ; tries -= 1) {
    const page = await browser.newPage({ baseURL: originOf(server) });
    page.setDefaultTimeout(PAGE_TIMEOUT);
    await page.context().addCookies([cookieOf(server)]);
    await page.goto('/');
    try {
      await page.waitForFunction(scrollOn, size, { polling: 50 });
      await goToPlace(page);
      return { size, page, server };
    } catch (error) {
      if (tries === 1) throw error;
      await page.close();
    }
  }
}

/** Runs in the page: scrolls to the end; returns whether enough cards are loaded. */
function scrollOn(wanted: number): boolean {
  scrollTo({ top: document.body.scrollHeight, behavior: 'instant' });
  return document.getElementsByTagName('article').length >= wanted;
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
