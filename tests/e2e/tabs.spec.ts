import type { Page } from '@playwright/test';
import { openCrowd } from './api-users.ts';
import { expect, test } from './fixtures.ts';
import { press } from './press.ts';
import { addThought, cardOf, draftDot, openAddDialog, thoughtBox } from './thoughts.ts';
import { setVisibility } from './visibility.ts';

test.describe('tabs', { tag: '@self-hosted' }, () => {
  test('a hidden tab rests, and is right again as soon as it is shown', async ({
    person,
    server,
  }) => {
    const [ada, crowd] = [await person('Ada'), await openCrowd(server.url)];
    const gone = await crowd.add('before');
    await cardOf(ada, 'before').waitFor();
    await setVisibility(ada, 'hidden');
    await crowd.remove(gone);
    await crowd.add('meanwhile');
    await setVisibility(ada, 'visible');
    await expect(ada.getByRole('img', { name: 'Live' })).toBeVisible();
    await expect(cardOf(ada, 'before')).toHaveCount(0);
    await expect(ada).toHaveTitle(/^(\(1\) )?Thought Cloud$/u);
  });

  test('two tabs in which people write keep their texts apart', async ({ person }) => {
    const ada = await person('Ada');
    const second = await openTab(ada);
    await openAddDialog(ada);
    await thoughtBox(ada).fill('foo');
    await openAddDialog(second);
    await expect(thoughtBox(second)).toHaveValue('');
    await ada.keyboard.press('Escape');
    await thoughtBox(second).fill('bar');
    await press(second.getByRole('button', { name: 'Add', exact: true }));
    await expect(cardOf(ada, 'bar')).toBeVisible();
    await expect(draftDot(second)).toBeVisible();
    await openAddDialog(ada);
    await expect(thoughtBox(ada)).toHaveValue('foo');
    await ada.keyboard.type(' fighters');
    await expect(draftDot(second)).toHaveCount(0);
    await ada.close();
    await openAddDialog(second);
    await expect(thoughtBox(second)).toHaveValue('foo fighters');
  });

  test('being offline shows at once', async ({ person, consoleGuard }) => {
    consoleGuard.expect(/console error/u);
    const ada = await person('Ada');
    await expect(ada.getByRole('img', { name: 'Live' })).toBeVisible();
    await ada.context().setOffline(true);
    await expect(ada.getByRole('img', { name: 'Reconnecting' })).toBeVisible({ timeout: 2_000 });
    await ada.context().setOffline(false);
    await expect(ada.getByRole('img', { name: 'Live' })).toBeVisible();
  });

  test('a restart of the server makes nobody read again what they have', async ({
    person,
    server,
    consoleGuard,
  }) => {
    consoleGuard.expect(/console error/u);
    const ada = await person('Ada');
    await addThought(ada, 'before the restart');
    const pages: string[] = [];
    ada.on('request', (request) => {
      if (request.url().includes('/api/thoughts?')) pages.push(request.url());
    });
    await server.stop();
    await expect(ada.getByRole('img', { name: 'Reconnecting' })).toBeVisible();
    await server.start();
    await expect(ada.getByRole('img', { name: 'Live' })).toBeVisible();
    const crowd = await openCrowd(server.url);
    await crowd.add('after the restart');
    await expect(cardOf(ada, 'after the restart')).toBeVisible();
    expect(pages).toEqual([]);
  });
});

test.describe('writes from several tabs', { tag: '@self-hosted' }, () => {
  test('an edit refused in another tab comes back in the one it was written in', async ({
    person,
    consoleGuard,
  }) => {
    consoleGuard.expect(/console error/u);
    const [laptop, phone] = [await person('Ada'), await person('Ada')];
    await addThought(laptop, 'the old text');
    // No answer ever comes to this tab.
    await laptop.route('**/api/thoughts/*', () => {});
    await edit(laptop, 'the old text', 'from the laptop');
    await edit(phone, 'the old text', 'from the phone');
    await expect(cardOf(phone, 'from the phone')).toHaveAttribute('data-pending', 'false');
    const otherTab = await laptop.context().newPage();
    await otherTab.goto('/');
    const fields = [laptop, otherTab].map((tab) => tab.getByRole('article').getByRole('textbox'));
    for (const field of fields) await expect(field).toHaveValue('from the laptop');

    await laptop.unrouteAll({ behavior: 'ignoreErrors' });
    await press(laptop.getByTitle('Save'));
    for (const page of [laptop, otherTab, phone]) {
      await expect(cardOf(page, 'from the laptop')).toBeVisible();
      await expect(page.getByRole('article').getByRole('textbox')).toHaveCount(0);
    }
  });
});

/** Opens another tab of the same browser on the feed. */
async function openTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto('/');
  await tab.getByRole('heading', { name: 'Thoughts field' }).waitFor();
  return tab;
}

async function edit(page: Page, before: string, after: string): Promise<void> {
  await press(cardOf(page, before).getByTitle('Edit'));
  await page.getByRole('article').getByRole('textbox').fill(after);
  await press(page.getByTitle('Save'));
}
