import type { Page } from '@playwright/test';
import { openCrowd } from './api-users.ts';
import { topOf, untilStill } from './card-place.ts';
import { expect, signIn, test } from './fixtures.ts';
import { LACKS } from './lacks.ts';
import { press } from './press.ts';
import { addThought, cardOf, openAddDialog, shownTexts, thoughtBox } from './thoughts.ts';

// What the older tablet of the whole suite lacks is not here again.
for (const [name, lack] of [
  ['the event scrollend', LACKS.scrollend],
  ['locks, as over plain http', LACKS.locks],
] as const) {
  test(
    `without ${name} the board is read, written and pressed as ever`,
    { tag: '@self-hosted' },
    async ({ visitor, server }) => {
      const crowd = await openCrowd(server.url, 4);
      const ids: string[] = [];
      for (let count = 0; count < 70; count += 1) ids.push(await crowd.add(`thought ${count};`));
      const page = await openAsAda(visitor, lack);
      await addThought(page, 'mine');
      await expect(page.getByLabel('Sending')).toHaveCount(0);

      await scrollTo(page, 'thought 20;');
      await expect(page.getByRole('article')).toHaveCount(71);
      await untilStill(page, 'thought 20;');
      const before = await topOf(page, 'thought 20;');
      await crowd.edit(ids[45] ?? '', 'higher\nthan\nit\nwas;');
      await crowd.edit(ids[46] ?? '', 'higher;\nas well');
      await crowd.remove(ids[47] ?? '');
      await crowd.add('arrives');
      const pill = page.getByRole('button', { name: '1 new thought' });
      await expect(pill).toBeVisible();
      await expect(cardOf(page, 'thought 47;')).toHaveCount(0);
      await untilStill(page, 'thought 20;');
      expect(Math.abs((await topOf(page, 'thought 20;')) - before)).toBeLessThanOrEqual(1);

      await press(pill);
      await expect(cardOf(page, 'arrives')).toBeInViewport();
      await openAddDialog(page);
      await thoughtBox(page).fill('half');
      await page.keyboard.press('Escape');
      await page.reload();
      await openAddDialog(page);
      await expect(thoughtBox(page)).toHaveValue('half');
      await press(page.getByRole('button', { name: 'Cancel' }));
      const field = page.getByRole('article').getByRole('textbox');
      await press(cardOf(page, 'mine').getByTitle('Edit'));
      await field.fill('mine, edited');
      await press(cardOf(page, 'mine').getByTitle('Save'));
      await expect(field).toHaveCount(0);
      await expect(cardOf(page, 'mine, edited')).toBeVisible();
      await press(cardOf(page, 'mine').getByTitle('Delete'));
      await expect(cardOf(page, 'mine')).toHaveCount(0);
      expect((await shownTexts(page))[0]).toBe('arrives');
    },
  );
}

async function openAsAda(visitor: () => Promise<Page>, remove: () => void): Promise<Page> {
  const page = await visitor();
  await page.addInitScript(remove);
  await page.goto('/');
  await signIn(page, 'Ada');
  return page;
}

async function scrollTo(page: Page, text: string): Promise<void> {
  // Older pages come in on the way.
  await expect(async () => {
    await page.evaluate(() => scrollBy({ top: 2_000, behavior: 'instant' }));
    await expect(cardOf(page, text)).toHaveCount(1, { timeout: 500 });
  }).toPass();
  await page
    .getByRole('listitem')
    .filter({ hasText: text })
    .evaluate((item) => item.scrollIntoView({ block: 'start', behavior: 'instant' }));
  await untilStill(page, text);
}
