import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { addThought, cardOf } from './thoughts.ts';

// Firebase's SDK warns by itself, and asks for a picture of Google's to see whether there is a network.
const OUTAGE = /console (error|warning)|www\.google\.com\/images\/cleardot/u;

test.beforeEach(({ consoleGuard }) => consoleGuard.expect(OUTAGE));

test(
  'a thought added while offline shows no message and arrives later, once',
  { tag: ['@firebase', '@touch'] },
  async ({ person }) => {
    const [ada, bob] = [await person('Ada'), await person('Bob')];
    await ada.context().setOffline(true);
    await addThought(ada, 'written in a tunnel');
    await expectNoMessage(ada);
    await ada.context().setOffline(false);
    await expect(cardOf(bob, 'written in a tunnel')).toHaveCount(1);
    await bob.reload();
    await expect(cardOf(bob, 'written in a tunnel')).toHaveCount(1);
  },
);

test(
  'being offline shows at once, as an open outline',
  { tag: '@self-hosted' },
  async ({ person }) => {
    const ada = await person('Ada');
    await expect(ada.getByRole('img', { name: 'Live' })).toBeVisible();
    await ada.context().setOffline(true);
    const sign = ada.getByRole('img', { name: 'Reconnecting' });
    await expect(sign).toBeVisible({ timeout: 2_000 });
    for (const part of await sign.locator('svg > *').all()) {
      await expect(part).toHaveCSS('fill', 'rgba(0, 0, 0, 0)');
      await expect(part).not.toHaveCSS('stroke-dasharray', 'none');
    }
    await ada.context().setOffline(false);
    await expect(ada.getByRole('img', { name: 'Live' })).toBeVisible();
  },
);

/** Expects no alert, dialog or toast: nothing on the screen shows a failure. */
async function expectNoMessage(page: Page): Promise<void> {
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('body')).not.toContainText(
    /error|fail|offline|sorry|wrong|try again/iu,
  );
}
