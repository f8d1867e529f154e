import type { Page } from '@playwright/test';
import { openCrowd } from './api-users.ts';
import { expect, signIn, test } from './fixtures.ts';
import { press } from './press.ts';
import { addThought, cardOf, openAddDialog, shownTexts, thoughtBox } from './thoughts.ts';

/** What some browsers lack, each taken from a page before its scripts run. */
const LACKS = {
  'Map.groupBy and Set.prototype.difference': () => {
    Reflect.deleteProperty(Map, 'groupBy');
    Reflect.deleteProperty(Set.prototype, 'difference');
  },
  'the event scrollend': () => {
    for (const holder of [Window.prototype, window, Document.prototype, HTMLElement.prototype]) {
      Reflect.deleteProperty(holder, 'onscrollend');
    }
    addEventListener('scrollend', (event) => event.stopImmediatePropagation(), { capture: true });
  },
  'scroll anchoring': () => {
    const { supports } = CSS;
    CSS.supports = (...query: [string, string?]) =>
      !query.join(':').includes('overflow-anchor') && Reflect.apply(supports, CSS, query);
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.setProperty('overflow-anchor', 'none');
    });
  },
  'locks, as over plain http': () => {
    Reflect.deleteProperty(Navigator.prototype, 'locks');
  },
} as const;

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

for (const [lack, remove] of Object.entries(LACKS)) {
  for (const [pointer, use] of [
    ['mouse', {}],
    ['finger', PHONE],
  ] as const) {
    test.describe(`without ${lack}, with a ${pointer}`, { tag: '@self-hosted' }, () => {
      test.use(use);

      test('the board is read, written and pressed as ever', async ({ visitor, server }) => {
        const crowd = await openCrowd(server.url, 4);
        const ids: string[] = [];
        for (let count = 0; count < 70; count += 1) ids.push(await crowd.add(`thought ${count};`));
        const page = await openAsAda(visitor, remove);
        await addThought(page, 'mine');
        // A finger that comes too soon after a control has moved or changed has to come again.
        const untilDone = (title: string, isDone: () => Promise<void>) =>
          expect(async () => {
            const control = cardOf(page, 'mine').getByTitle(title);
            if (await control.isVisible()) {
              await (pointer === 'finger' ? control.tap() : press(control));
            }
            await isDone();
          }).toPass();
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
        await page.getByRole('button', { name: 'Cancel' }).click();
        const field = page.getByRole('article').getByRole('textbox');
        await untilDone('Edit', () => expect(field).toBeVisible({ timeout: 1_000 }));
        await field.fill('mine, edited');
        await untilDone('Save', () => expect(field).toHaveCount(0, { timeout: 1_000 }));
        await expect(cardOf(page, 'mine, edited')).toBeVisible();
        await untilDone('Delete', () =>
          expect(cardOf(page, 'mine')).toHaveCount(0, { timeout: 1_000 }),
        );
        expect((await shownTexts(page))[0]).toBe('arrives');
      });
    });
  }
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

/** Waits until a card stands where it stood some frames before. */
async function untilStill(page: Page, text: string): Promise<void> {
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

async function topOf(page: Page, text: string): Promise<number> {
  return page
    .getByRole('listitem')
    .filter({ hasText: text })
    .evaluate((item) => item.getBoundingClientRect().top);
}
