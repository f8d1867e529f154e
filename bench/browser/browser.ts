import { chromium, type Browser, type CDPSession, type Page, type Locator } from '@playwright/test';
import { findChromium } from '#scripts/machine.ts';
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

/** Opens an empty page of a returning browser, where the first person is signed in. */
async function newSignedInPage(browser: Browser, product: Target): Promise<Page> {
  const url = originOf(product);
  const page = await browser.newPage({ baseURL: url });
  page.setDefaultTimeout(PAGE_TIMEOUT);
  const pairs = product.cookies[0]?.split('; ') ?? [];
  const cookies = pairs.map((pair) => {
    const [name = '', value = ''] = pair.split('=');
    return { name, value, url };
  });
  await page.context().addCookies(cookies);
  return page;
}

export async function slowDown(page: Page): Promise<CDPSession> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  return devTools;
}

/** Opens the feed at its top, as it is after signing in. */
async function openFeed(browser: Browser, product: Target): Promise<Page> {
  const page = await newSignedInPage(browser, product);
  await page.goto('/');
  await page.locator('article').first().waitFor();
  return page;
}

const STANDSTILL_MS = 10_000;
const TRIES = 3;

/** Loads `size` thoughts by scrolling; if Chromium stops drawing frames, tries another page. */
export async function openReadFeed(browser: Browser, product: Target, size: number): Promise<Page> {
  for (let count = 0; count < TRIES; count += 1) {
    const page = await openFeed(browser, product);
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

export async function requireCards(page: Page, least: number): Promise<void> {
  const cards = await page.locator('article').count();
  if (cards < least) throw new Error(`The page holds ${cards} cards instead of ${least}.`);
}
