import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { findChromium } from '#scripts/chromium.mjs';
import type { Product } from '#bench/product/product.ts';
import { originOf } from '#bench/target.ts';

/** How many times slower than this machine's a page's processor is to be. */
export const THROTTLE = 4;
/** Milliseconds for anything a page is to do; loading ten thousand thoughts is the longest. */
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

/** Opens an empty page of a browser that has been here before: its first person is signed in. */
export async function newSignedInPage(browser: Browser, product: Product): Promise<Page> {
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
