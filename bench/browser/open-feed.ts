import type { Browser, Page } from '@playwright/test';
import type { Product } from '#bench/product/product.ts';
import { newSignedInPage } from './browser.ts';

/** Where the product keeps how far a reader had come, without the reader's uid at its end. */
const PLACE_KEY = 'thought-cloud:reading-place:';

/** Opens the feed as a reader who had loaded that many thoughts before; resolves when it shows them. */
export async function openFeed(browser: Browser, product: Product, size: number): Promise<Page> {
  const page = await newSignedInPage(browser, product);
  const place = JSON.stringify({ size, textID: '', top: 0 });
  await page.addInitScript(([key, value]) => sessionStorage.setItem(key, value), [
    `${PLACE_KEY}${product.uids[0]}`,
    place,
  ] as const);
  await page.goto('/');
  await page.waitForFunction(
    (wanted) => document.querySelectorAll('article').length >= wanted,
    size,
    { polling: 500 },
  );
  return page;
}
