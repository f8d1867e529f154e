import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { press } from './press.ts';
import { addThought, cardOf, shownTexts } from './thoughts.ts';

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
  'edits and deletes made while the server is away arrive when it is back',
  { tag: '@self-hosted' },
  async ({ person, server }) => {
    const ada = await person('Ada');
    await addThought(ada, 'to change');
    await addThought(ada, 'to vanish');
    await server.stop();
    await press(cardOf(ada, 'to change').getByTitle('Edit'));
    await ada.getByRole('article').getByRole('textbox').fill('changed');
    await press(ada.getByTitle('Save'));
    await press(cardOf(ada, 'to vanish').getByTitle('Delete'));
    await expectNoMessage(ada);
    const accepted = ['PATCH', 'DELETE'].map((method) =>
      ada.waitForResponse((response) => response.request().method() === method && response.ok()),
    );
    await server.start();
    await Promise.all(accepted);
    await ada.reload();
    await expect(async () => expect(await shownTexts(ada)).toEqual(['changed'])).toPass();
  },
);

test(
  'what was missed while disconnected is there after coming back',
  { tag: '@firebase' },
  async ({ person }) => {
    const [ada, bob] = [await person('Ada'), await person('Bob')];
    await addThought(ada, 'before');
    await expect(cardOf(bob, 'before')).toBeVisible();
    await bob.context().setOffline(true);
    await press(cardOf(ada, 'before').getByTitle('Delete'));
    await addThought(ada, 'meanwhile');
    await bob.context().setOffline(false);
    await expect(cardOf(bob, 'meanwhile')).toBeVisible({ timeout: 30_000 });
    await expect(cardOf(bob, 'before')).toHaveCount(0);
  },
);

/** No alert, no dialog, no toast: nothing on the screen shows a failure. */
async function expectNoMessage(page: Page): Promise<void> {
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('body')).not.toContainText(
    /error|fail|offline|sorry|wrong|try again/iu,
  );
}
