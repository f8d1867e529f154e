import type { Page } from '@playwright/test';

/** Shows or hides a page, as the browser's own tabs would; every page of a test counts as shown. */
export async function setVisibility(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((visibility) => {
    Object.defineProperties(document, {
      visibilityState: { value: visibility, configurable: true },
      hidden: { value: visibility === 'hidden', configurable: true },
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}
