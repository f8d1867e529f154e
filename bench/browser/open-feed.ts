import type { Browser, Locator, Page } from '@playwright/test';
import type { Product } from '#bench/product/product.ts';
import { newSignedInPage } from './browser.ts';

/** Opens the feed at its top, as it is after signing in. */
export async function openFeed(browser: Browser, product: Product): Promise<Page> {
  const page = await newSignedInPage(browser, product);
  await page.goto('/');
  await page.locator('article').first().waitFor();
  return page;
}

/**
 * Opens the feed and loads so many thoughts as a reader does, by scrolling to the end again and
 * again; then goes to where they read. At the top the client would let go of what is further down.
 */
export async function openReadFeed(
  browser: Browser,
  product: Product,
  size: number,
): Promise<Page> {
  const page = await openFeed(browser, product);
  await page.evaluate(async (wanted) => {
    const cards = document.getElementsByTagName('article');
    while (cards.length < wanted) {
      scrollTo({ top: document.body.scrollHeight, behavior: 'instant' });
      await new Promise(requestAnimationFrame);
    }
  }, size);
  await goToPlace(page);
  return page;
}

/** Goes to the reader's own card in the middle of what is loaded; returns its Edit button. */
export async function goToPlace(page: Page): Promise<Locator> {
  const editButtons = page.locator('article button[title="Edit"]');
  const editButton = editButtons.nth(Math.floor((await editButtons.count()) / 2));
  await editButton.evaluate(async (button) => {
    // The cards around it find their true heights in the first frames; the last step goes upwards,
    // because on the way down the button that opens the dialog sinks.
    for (let frame = 0; frame < 5; frame += 1) {
      button.scrollIntoView({ block: 'center', behavior: 'instant' });
      await new Promise(requestAnimationFrame);
    }
    scrollBy({ top: -50, behavior: 'instant' });
    await new Promise(requestAnimationFrame);
  });
  return editButton;
}

/** Throws when the page does not hold that many cards any more: its figures would be another page's. */
export async function requireCards(page: Page, least: number): Promise<void> {
  const cards = await page.locator('article').count();
  if (cards < least) throw new Error(`The page holds ${cards} cards instead of ${least}.`);
}
