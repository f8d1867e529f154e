import { expect, type Locator, type Page } from '@playwright/test';
import { untilAtRest } from './press.ts';

/** Just under the bar and the room kept below it (px): a card there is the first visible one. */
export const BELOW_BAR = 74;

/** Where the list item of a card stands in the window (px), also while it is out of view. */
export async function topOf(page: Page, text: string): Promise<number> {
  return page
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`${text}(?!\\d)`, 'u') })
    .evaluate((item) => item.getBoundingClientRect().top);
}

/** Waits until a card stands where it stood some frames before. */
export async function untilStill(page: Page, text: string): Promise<void> {
  let before: number | undefined;
  await expect
    .poll(
      async () => {
        const now = await topOf(page, text);
        const isStill = now === before;
        before = now;
        return isStill;
      },
      { intervals: [100] },
    )
    .toBe(true);
}

/** The box (px, in the window) of an element that is shown, or will be soon. */
export async function boxOf(locator: Locator) {
  await expect(locator).toBeVisible();
  const box = await locator.boundingBox();
  if (box === null) throw new Error('It is not shown any more');
  return box;
}

/** Scrolls until a card is the first visible one. */
export async function scrollToCard(page: Page, text: string): Promise<void> {
  // Until then the page may be too short to be scrolled so far.
  await untilAtRest(page);
  const top = await topOf(page, text);
  await page.evaluate((by) => scrollBy({ top: by, behavior: 'instant' }), top - BELOW_BAR);
  await untilStill(page, text);
}

/** Scrolls until so much (px) remains to the end of the page. */
export async function scrollNearEnd(page: Page, remaining: number): Promise<void> {
  await untilAtRest(page);
  await page.evaluate((rest) => {
    const end = document.documentElement.scrollHeight - innerHeight;
    scrollTo({ top: end - rest, behavior: 'instant' });
  }, remaining);
}
