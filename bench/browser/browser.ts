import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { findChromium } from '#scripts/chromium.mjs';
import { originOf, type Target } from '#bench/start-process.ts';

/** How many times slower than this machine a page runs. */
export const THROTTLE = 4;
/** Milliseconds for any step in a page; loading ten thousand thoughts takes longest. */
const PAGE_TIMEOUT = 90_000;

export async function withBrowser<Result>(
  use: (browser: Browser) => Promise<Result>,
): Promise<Result> {
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

/** Milliseconds after which a page that loads no more cards is given up. */
const STANDSTILL_MS = 10_000;

/** Loads `size` thoughts by scrolling, as the first person. */
export async function openReadFeed(browser: Browser, product: Target, size: number): Promise<Page> {
  const url = originOf(product);
  const page = await browser.newPage({ baseURL: url });
  page.setDefaultTimeout(PAGE_TIMEOUT);
  const [name = '', value = ''] = product.cookies[0]?.split('=') ?? [];
  await page.context().addCookies([{ name, value, url }]);
  await page.goto('/');
  await page.locator('article').first().waitFor();
  await loadCards(page, size);
  await requireCards(page, size);
  return page;
}

function loadCards(page: Page, size: number): Promise<void> {
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
    },
    [size, STANDSTILL_MS] as const,
  );
}

/** Scrolls to the middle of the loaded cards. */
export async function goToPlace(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const cards = document.getElementsByTagName('article');
    // Those around it get their final heights in the first frames.
    for (let frame = 0; frame < 5; frame += 1) {
      cards[Math.floor(cards.length / 2)]?.scrollIntoView({ block: 'center', behavior: 'instant' });
      await new Promise(requestAnimationFrame);
    }
  });
}

export async function requireCards(page: Page, least: number): Promise<void> {
  const cards = await page.locator('article').count();
  if (cards < least) throw new Error(`The page holds ${cards} cards instead of ${least}.`);
}
