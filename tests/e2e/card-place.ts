import { expect, type Locator, type Page } from '@playwright/test';
import { drawTwice, untilAtRest } from './press.ts';
import type { Crowd } from './thoughts.ts';

/** Just under the bar and the room kept below it (px): a card there is the first visible one. */
const BELOW_BAR = 74;

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
        // A busy machine may take longer than the interval to draw.
        await drawTwice(page);
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

/** Pixels that the first visible card may move: what rounding takes. The driver sets the scale of the screen. */
export const MAX_SHIFT_PX = 1;

/** Returns the function that in turn inserts, edits and removes cards above the one that is read. */
export function createChanges(crowd: Crowd, above: string[]): (step: number) => Promise<void> {
  return async (step) => {
    const textID = above[step % above.length] ?? '';
    if (step % 3 === 0) above.push(await crowd.add(`insert ${step}`));
    else if (step % 3 === 1) await crowd.edit(textID, `edited\n`.repeat(step % 4) + step);
    else await crowd.remove(above.splice(step % above.length, 1)[0] ?? '');
  };
}

/**
 * Records how far (px) an item is painted from its present place, at most, for `maxShift`. Runs in the page.
 */
export function trackShift(item: Element): void {
  const { top, height } = item.getBoundingClientRect();
  const { dataset } = document.documentElement;
  dataset['maxShift'] = '0';
  // Half of the item is inside this root, so that each pixel it moves changes the visible part. The places
  // are those of a finished frame.
  new IntersectionObserver(
    (entries) => {
      for (const { boundingClientRect } of entries) {
        const off = Math.abs(boundingClientRect.top - top);
        dataset['maxShift'] = String(Math.max(Number(dataset['maxShift']), off));
      }
    },
    {
      rootMargin: `${-Math.round(top + height / 2)}px 0px 0px 0px`,
      threshold: Array.from({ length: 201 }, (_, part) => part / 200),
    },
  ).observe(item);
}

/** The largest distance since `trackShift`. Runs in the page. */
export function maxShift(): number {
  return Number(document.documentElement.dataset['maxShift']);
}
