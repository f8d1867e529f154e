import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** By the clock of the tests' own time zone. */
const AT_SIX = new Date('2026-11-26T06:00:00+05:30');
const AT_NINETEEN = new Date('2026-11-26T19:00:00+05:30');

test(
  'the sky has the hour of the reader’s clock from the first paint, and again when it is shown',
  { tag: ['@self-hosted', '@chromium'] },
  async ({ visitor }) => {
    const page = await visitor();
    await page.emulateMedia({ colorScheme: 'light' });
    await page.clock.setFixedTime(AT_SIX);
    // Nothing of the client runs.
    await page.route('**/assets/*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: '' }),
    );
    await page.goto('/login');
    expect(await skyOf(page)).toContain('rgb(255, 227, 214)');
    await page.clock.setFixedTime(AT_NINETEEN);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    expect(await skyOf(page)).toContain('rgb(238, 228, 253)');
    const around = page.locator('meta[name=theme-color]').first();
    await expect(around).toHaveAttribute('content', '#f0eafd');
  },
);

function skyOf(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundImage);
}
