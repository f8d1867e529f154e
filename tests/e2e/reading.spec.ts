import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { addMany, openCrowd, addThought, cardOf, say } from './thoughts.ts';
import { scrollToCard, topOf } from './card-place.ts';
import { press } from './press.ts';

test.describe('reading', { tag: ['@self-hosted', '@touch'] }, () => {
  test('an own thought added from further down counts in the pill until its card is in view', async ({
    person,
    server,
  }) => {
    const crowd = await openCrowd(server.url);
    await addMany(crowd, 40);
    const ada = await person('Ada');
    for (const [text, read] of [
      ['from far below', 'thought 8'],
      ['and again', 'thought 9'],
    ] as const) {
      await scrollToCard(ada, read);
      const before = await topOf(ada, read);
      await addThought(ada, text);
      await expect(pill(ada)).toHaveText('1 new thought');
      // Further down it stands in the middle, clear of the cards' controls.
      expect(Math.abs(await offCentre(pill(ada)))).toBeLessThanOrEqual(1);
      expect(Math.abs((await topOf(ada, read)) - before)).toBeLessThanOrEqual(1);
      await expect(ada).toHaveTitle('Thought Cloud');
      if (text === 'and again') await press(pill(ada));
      else await ada.evaluate(() => scrollTo({ top: 40, behavior: 'instant' }));
      await expect(pill(ada)).toHaveCount(0);
      await expect(cardOf(ada, text)).toBeInViewport();
      if (text === 'and again') continue;
      // What was in view does not count again.
      await scrollToCard(ada, read);
      await expect(pill(ada)).toHaveCount(0);
      await ada.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    }
    await expect(ada.locator('article:focus')).toContainText('and again');
  });

  test('what is new comes in at the top soon after a press in a card', async ({
    person,
    server,
  }) => {
    const crowd = await openCrowd(server.url);
    const ada = await person('Ada');
    await say(ada, 'mine');
    await press(ada.getByTitle('Edit'));
    await ada.keyboard.type(', edited');
    await crowd.add('theirs');
    await expect(pill(ada)).toHaveText('1 new thought');
    await press(ada.getByTitle('Save'));
    await expect(cardOf(ada, 'theirs')).toBeInViewport();
  });

  test('the place is restored after the profile and after a reload', async ({ person, server }) => {
    const crowd = await openCrowd(server.url);
    await addMany(crowd, 80);
    const ada = await person('Ada');
    await scrollToCard(ada, 'thought 35');
    await expect(ada.getByRole('article')).toHaveCount(80);
    await scrollToCard(ada, 'thought 10');
    const before = await topOf(ada, 'thought 10');

    await press(ada.getByRole('link', { name: 'profile' }));
    await expect(ada.getByRole('heading', { level: 1 })).toHaveText("Ada's Profile");
    await expect.poll(() => ada.evaluate(() => scrollY)).toBe(0);
    await press(ada.getByRole('link', { name: 'Back to thoughts field' }));
    await expect.poll(() => topOf(ada, 'thought 10')).toBeCloseTo(before, -1);
    await expect(ada.locator('article:focus')).toBeInViewport();

    await ada.reload();
    await expect.poll(() => topOf(ada, 'thought 10')).toBeCloseTo(before, -1);
    await expect(ada.getByRole('article')).toHaveCount(80);
  });
});

/** How far (px) the middle of an element is from that of the page. */
function offCentre(element: Locator): Promise<number> {
  return element.evaluate((shown) => {
    const { left, width } = shown.getBoundingClientRect();
    return left + width / 2 - document.documentElement.clientWidth / 2;
  });
}

function pill(page: Page) {
  return page.getByRole('button', { name: /new thoughts?$/u }).filter({ hasText: /^\d/u });
}
