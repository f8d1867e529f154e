import type { Page } from '@playwright/test';

/** Lets the page draw, and tell of what that has changed. */
export async function drawTwice(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );
}
