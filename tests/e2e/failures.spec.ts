import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { press } from './press.ts';
import { addThought, cardOf, openAddDialog, shownTexts, thoughtBox } from './thoughts.ts';

// Firebase's SDK warns by itself, and asks for a picture of Google's to see whether there is a network.
const OUTAGE = /console (error|warning)|www\.google\.com\/images\/cleardot/u;

test.beforeEach(({ consoleGuard }) => consoleGuard.expect(OUTAGE));

test('a thought added while offline shows no message and arrives later, once', async ({
  person,
}) => {
  const [ada, bob] = [await person('Ada'), await person('Bob')];
  await ada.context().setOffline(true);
  await addThought(ada, 'written in a tunnel');
  await expectNoMessage(ada);
  await ada.context().setOffline(false);
  await expect(cardOf(bob, 'written in a tunnel')).toHaveCount(1);
  await bob.reload();
  await expect(cardOf(bob, 'written in a tunnel')).toHaveCount(1);
});

test(
  'a thought whose answer was lost is not added twice',
  { tag: ['@self-hosted', '@chromium'] },
  async ({ person }) => {
    const ada = await person('Ada');
    let lost = 0;
    await ada.route('**/api/thoughts/*', async (route) => {
      if (route.request().method() !== 'PUT' || lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      return route.abort();
    });
    const repeated = ada.waitForResponse(
      (response) => response.request().method() === 'PUT' && response.ok(),
    );
    await addThought(ada, 'sent twice');
    await repeated;
    await ada.reload();
    await expect(cardOf(ada, 'sent twice')).toHaveCount(1);
  },
);

test(
  'a thought that is not acknowledged survives a reload',
  { tag: '@self-hosted' },
  async ({ person }) => {
    const [ada, bob] = [await person('Ada'), await person('Bob')];
    await ada.route('**/api/thoughts/*', (route) => route.abort());
    await addThought(ada, 'pending');
    await ada.reload();
    await expect(cardOf(ada, 'pending')).toBeVisible();
    await ada.unroute('**/api/thoughts/*');
    await ada.reload();
    await expect(cardOf(bob, 'pending')).toHaveCount(1);
  },
);

test(
  'a thought that is refused comes back as the draft',
  { tag: '@self-hosted' },
  async ({ person }) => {
    const ada = await person('Ada');
    await ada.route('**/api/thoughts/*', (route) =>
      route.fulfill({ status: 400, json: { code: 'text-malformed' } }),
    );
    await openAddDialog(ada);
    await thoughtBox(ada).fill('not welcome');
    await press(ada.getByRole('button', { name: 'Add', exact: true }));
    await expect(cardOf(ada, 'not welcome')).toHaveCount(0);
    await expectNoMessage(ada);
    await openAddDialog(ada);
    await expect(thoughtBox(ada)).toHaveValue('not welcome');
  },
);

test(
  'an edit that is refused opens again with its text',
  { tag: '@self-hosted' },
  async ({ person }) => {
    const ada = await person('Ada');
    await addThought(ada, 'the old text');
    await ada.route('**/api/thoughts/*', (route) =>
      route.fulfill({ status: 400, json: { code: 'text-malformed' } }),
    );
    await press(cardOf(ada, 'the old text').getByTitle('Edit'));
    const field = ada.getByRole('article').getByRole('textbox');
    await field.fill('the new text');
    const refused = ada.waitForResponse((response) => response.request().method() === 'PATCH');
    await press(ada.getByTitle('Save'));
    await refused;
    await expect(field).toHaveValue('the new text');
  },
);

test('a delete that is refused puts the card back', { tag: '@self-hosted' }, async ({ person }) => {
  const ada = await person('Ada');
  await addThought(ada, 'not so fast');
  await ada.route('**/api/thoughts/*', (route) =>
    route.fulfill({ status: 403, json: { code: 'forbidden' } }),
  );
  const refused = ada.waitForResponse((response) => response.request().method() === 'DELETE');
  await press(cardOf(ada, 'not so fast').getByTitle('Delete'));
  await refused;
  await expect(cardOf(ada, 'not so fast')).toBeVisible();
  await expectNoMessage(ada);
});

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

test('what was missed while disconnected is there after coming back', async ({ person }) => {
  const [ada, bob] = [await person('Ada'), await person('Bob')];
  await addThought(ada, 'before');
  await expect(cardOf(bob, 'before')).toBeVisible();
  await bob.context().setOffline(true);
  await press(cardOf(ada, 'before').getByTitle('Delete'));
  await addThought(ada, 'meanwhile');
  await bob.context().setOffline(false);
  await expect(cardOf(bob, 'meanwhile')).toBeVisible({ timeout: 30_000 });
  await expect(cardOf(bob, 'before')).toHaveCount(0);
});

test('a draft is kept through a reload', async ({ person }) => {
  const ada = await person('Ada');
  await openAddDialog(ada);
  await thoughtBox(ada).fill('unfinished');
  await ada.reload();
  await openAddDialog(ada);
  await expect(thoughtBox(ada)).toHaveValue('unfinished');
});

/** No alert, no dialog, no toast: nothing on the screen shows a failure. */
async function expectNoMessage(page: Page): Promise<void> {
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('body')).not.toContainText(
    /error|fail|offline|sorry|wrong|try again/iu,
  );
}
