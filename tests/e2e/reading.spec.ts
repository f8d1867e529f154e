import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { addMany, openCrowd } from './api-users.ts';
import { scrollToCard, topOf } from './card-place.ts';
import { drawTwice } from './draw-twice.ts';
import { leave, press } from './press.ts';
import { addThought, cardOf, openAddDialog, shownTexts } from './thoughts.ts';

test.describe('reading', { tag: '@self-hosted' }, () => {
  test('at the top and idle, new thoughts of others come in by themselves', async ({
    person,
    server,
  }) => {
    const ada = await person('Ada');
    const crowd = await openCrowd(server.url, 1);
    await addMany(crowd, 3);
    await expect.poll(() => shownTexts(ada)).toEqual(['thought 2', 'thought 1', 'thought 0']);
    await expect(pill(ada)).toHaveCount(0);
  });

  test('while the reader has scrolled, new thoughts wait behind a pill that pushes nothing', async ({
    person,
    server,
  }) => {
    const ada = await person('Ada');
    const crowd = await openCrowd(server.url, 1);
    await addMany(crowd, 20);
    await cardOf(ada, 'thought 19').waitFor();
    await scrollToCard(ada, 'thought 8');
    const before = await topOf(ada, 'thought 8');

    await crowd.add('came later');
    await crowd.add('came last');
    await expect(pill(ada)).toHaveText('2 new thoughts');
    await expect(cardOf(ada, 'came last')).toHaveCount(0);
    expect(Math.abs((await topOf(ada, 'thought 8')) - before)).toBeLessThanOrEqual(1);
    await expect(ada).toHaveTitle('(2) Thought Cloud');
    await expect(ada.getByRole('status').filter({ hasText: '2 new thoughts' })).toBeAttached();

    await press(pill(ada));
    await expect(cardOf(ada, 'came last')).toBeInViewport();
    await expect(ada.locator('[role=listitem]:focus')).toContainText('came last');
    await expect(pill(ada)).toHaveCount(0);
    await expect(ada).toHaveTitle('Thought Cloud');
  });

  test(
    'a mouse on its way from the list to the pill loses neither',
    { tag: '@mouse' },
    async ({ person, server }) => {
      const ada = await person('Ada');
      const crowd = await openCrowd(server.url, 1);
      await crowd.add('under the mouse');
      await cardOf(ada, 'under the mouse').getByRole('paragraph').hover();
      await crowd.add('for the pill');
      await expect(pill(ada)).toHaveText('1 new thought');
      await pill(ada).hover();
      await drawTwice(ada);
      expect(await shownTexts(ada)).toEqual(['under the mouse']);
      await pill(ada).click();
      await expect(cardOf(ada, 'for the pill')).toBeVisible();
      // Nothing holds the list any more, once the mouse is elsewhere.
      await leave(ada);
      await crowd.add('by itself');
      await expect(cardOf(ada, 'by itself')).toBeVisible();
    },
  );

  test('a card that goes out of view while it moves in has moved in', async ({
    person,
    server,
  }) => {
    const crowd = await openCrowd(server.url, 4);
    await addMany(crowd, 100);
    const ada = await person('Ada');
    await cardOf(ada, 'thought 99').waitFor();
    await ada.evaluate(() => {
      const slow = new CSSStyleSheet();
      slow.replaceSync('[role=listitem] { animation-duration: 3600s !important }');
      document.adoptedStyleSheets.push(slow);
    });
    await crowd.add('moves in');
    await cardOf(ada, 'moves in').waitFor({ state: 'attached' });
    await expect.poll(() => movingItems(ada)).toBe(1);
    await ada.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(() => movingItems(ada)).toBe(0);
  });

  test('the live region says how many came, never what they say', async ({ person, server }) => {
    const ada = await person('Ada');
    const crowd = await openCrowd(server.url, 1);
    await addMany(crowd, 20);
    await cardOf(ada, 'thought 19').waitFor();
    await scrollToCard(ada, 'thought 5');
    await crowd.add('a secret');
    await expect(ada.getByRole('status').filter({ hasText: '1 new thought' })).toBeAttached();
    await expect(ada.getByRole('status').filter({ hasText: 'a secret' })).toHaveCount(0);
  });

  test('while a dialog is open or a card is in edit mode, new thoughts wait', async ({
    person,
    server,
  }) => {
    const ada = await person('Ada');
    const crowd = await openCrowd(server.url, 1);
    await addThought(ada, 'mine');

    await openAddDialog(ada);
    await crowd.add('during the dialog');
    await expect(ada.getByText('1 new thought', { exact: true }).first()).toBeAttached();
    await expect(cardOf(ada, 'during the dialog')).toHaveCount(0);
    await ada.keyboard.press('Escape');
    await expect(cardOf(ada, 'during the dialog')).toBeVisible();

    await press(cardOf(ada, 'mine').getByTitle('Edit'));
    const before = await topOf(ada, 'mine');
    await crowd.add('during the edit');
    await expect(pill(ada)).toHaveText('1 new thought');
    expect(await topOf(ada, 'mine')).toBe(before);
    await ada.keyboard.press('Escape');
    // The reader is done with the card once neither the focus nor a pointer is there.
    await leave(ada);
    await ada.getByRole('link', { name: 'profile' }).focus();
    await expect(cardOf(ada, 'during the edit')).toBeVisible();
  });

  test('while a text is selected in a card, new thoughts wait', async ({ person, server }) => {
    const ada = await person('Ada');
    const crowd = await openCrowd(server.url, 1);
    await crowd.add('words to copy');
    await cardOf(ada, 'words to copy').getByRole('paragraph').selectText();
    expect(await ada.evaluate(() => String(getSelection()))).not.toBe('');
    await crowd.add('during the selection');
    await expect(pill(ada)).toHaveText('1 new thought');
    await expect(cardOf(ada, 'during the selection')).toHaveCount(0);
    await press(ada.getByRole('heading', { name: 'Thoughts field' }));
    await expect(cardOf(ada, 'during the selection')).toBeVisible();
  });

  test(
    'while a finger is down in the list, new thoughts wait',
    { tag: '@chromium' },
    async ({ person, server }) => {
      const ada = await person('Ada');
      const crowd = await openCrowd(server.url, 1);
      await crowd.add('under the finger');
      const { x = 0, y = 0 } = (await cardOf(ada, 'under the finger').boundingBox()) ?? {};
      const touch = await ada.context().newCDPSession(ada);
      const touchPoints = [{ x: x + 100, y: y + 20 }];
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
      await crowd.add('during the touch');
      await expect(pill(ada)).toHaveText('1 new thought');
      await expect(cardOf(ada, 'during the touch')).toHaveCount(0);
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await expect(cardOf(ada, 'during the touch')).toBeVisible();
    },
  );

  test('an edit left open on the profile does not hold the feed up', async ({ person, server }) => {
    const ada = await person('Ada');
    const crowd = await openCrowd(server.url, 2);
    await addThought(ada, 'mine');
    await addMany(crowd, 55);
    await cardOf(ada, 'thought 54').waitFor();
    await ada.reload();
    await press(ada.getByRole('link', { name: 'profile' }));
    await press(cardOf(ada, 'mine').getByTitle('Edit'));
    await press(ada.getByRole('link', { name: 'Back to thoughts field' }));
    await cardOf(ada, 'thought 54').waitFor();
    await crowd.add('not held up');
    await expect(cardOf(ada, 'not held up')).toBeVisible();
  });

  test('older thoughts load before the end is reached, until all are there', async ({
    person,
    server,
  }) => {
    const crowd = await openCrowd(server.url, 5);
    await addMany(crowd, 120);
    const ada = await person('Ada');
    await expect(ada.getByRole('article')).toHaveCount(50);
    await scrollToCard(ada, 'thought 80');
    await expect(ada.getByRole('article')).toHaveCount(100);
    await scrollToCard(ada, 'thought 30');
    await expect(ada.getByRole('article')).toHaveCount(120);
    await expect(cardOf(ada, 'thought 0')).toHaveCount(1);
  });

  test('the place is restored after the profile and after a reload', async ({ person, server }) => {
    const crowd = await openCrowd(server.url, 3);
    await addMany(crowd, 80);
    const ada = await person('Ada');
    await scrollToCard(ada, 'thought 35');
    await expect(ada.getByRole('article')).toHaveCount(80);
    await scrollToCard(ada, 'thought 10');
    const before = await topOf(ada, 'thought 10');

    await press(ada.getByRole('link', { name: 'profile' }));
    await expect(ada.getByRole('heading', { level: 1 })).toHaveText("Ada's Profile");
    expect(await ada.evaluate(() => scrollY)).toBe(0);
    await press(ada.getByRole('link', { name: 'Back to thoughts field' }));
    await expect.poll(() => topOf(ada, 'thought 10')).toBeCloseTo(before, -1);

    await ada.reload();
    await expect.poll(() => topOf(ada, 'thought 10')).toBeCloseTo(before, -1);
    await expect(ada.getByRole('article')).toHaveCount(80);
  });

  test('the place is kept of a jump to cards that were not drawn', async ({ person, server }) => {
    const crowd = await openCrowd(server.url, 4);
    await addMany(crowd, 110);
    const ada = await person('Ada');
    for (const number of [70, 20, 1]) await scrollToCard(ada, `thought ${number}`);
    await expect(ada.getByRole('article')).toHaveCount(110);
    await ada.evaluate(() => scrollTo({ top: 3000, behavior: 'instant' }));
    await expect(cardOf(ada, 'thought 80')).toBeInViewport();
    const before = await topOf(ada, 'thought 80');
    await drawTwice(ada);
    await ada.reload();
    await expect.poll(() => topOf(ada, 'thought 80')).toBeCloseTo(before, -1);
  });

  test('the place of a card that was deleted meanwhile is that of the next one', async ({
    person,
    server,
  }) => {
    const crowd = await openCrowd(server.url, 3);
    const ids = await addMany(crowd, 30);
    const ada = await person('Ada');
    await addThought(ada, 'mine');
    await addMany(crowd, 10);
    await expect(ada.getByRole('article')).toHaveCount(41);
    await scrollToCard(ada, 'mine');
    const before = await topOf(ada, 'thought 28');

    await press(ada.getByRole('link', { name: 'profile' }));
    await press(cardOf(ada, 'mine').getByTitle('Delete'));
    await expect(cardOf(ada, 'mine')).toHaveCount(0);
    await press(ada.getByRole('link', { name: 'Back to thoughts field' }));
    await expect.poll(() => topOf(ada, 'thought 28')).toBeCloseTo(before, -1);

    // Until then the place that it came back to is kept, frame by frame.
    for (let count = 0; count < 4; count += 1) await drawTwice(ada);
    await scrollToCard(ada, 'thought 20');
    const later = await topOf(ada, 'thought 18');
    await ada.goto('about:blank');
    for (const textID of ids.slice(19, 21)) await crowd.remove(textID);
    await ada.goto('/');
    await expect.poll(() => topOf(ada, 'thought 18')).toBeCloseTo(later, -1);
  });

  test('the sign distinguishes live from reconnecting', async ({
    person,
    server,
    consoleGuard,
  }) => {
    consoleGuard.expect(/console error/u);
    const ada = await person('Ada');
    await expect(ada.getByRole('img', { name: 'Live' })).toBeVisible();
    await server.stop();
    await expect(ada.getByRole('img', { name: 'Reconnecting' })).toBeVisible();
    await server.start();
    await expect(ada.getByRole('img', { name: 'Live' })).toBeVisible({ timeout: 40_000 });
  });

  test('skeletons stand in at the height of a short thought while the feed loads', async ({
    person,
    server,
  }) => {
    const ada = await person('Ada');
    const crowd = await openCrowd(server.url, 1);
    await crowd.add('short');
    await cardOf(ada, 'short').waitFor();
    const height = (await cardOf(ada, 'short').boundingBox())?.height;

    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await ada.route('**/api/thoughts?*', async (route) => {
      await released;
      await route.continue();
    });
    const { promise: known, resolve: resolveKnown } = Promise.withResolvers<void>();
    await ada.route('**/api/session', async (route) => {
      await known;
      await route.continue();
    });
    await ada.reload();
    const sketched = ada.locator('.sketch-list > div');
    await expect(sketched.first()).toBeVisible();
    const before = await sketched.first().boundingBox();
    resolveKnown();
    const loading = ada.getByRole('status').filter({ hasText: 'Loading thoughts' });
    const skeletons = loading.locator('> div');
    // The feed's own skeletons take the very place of those that stood before it was known who is here.
    await expect(ada.getByRole('heading', { name: 'Thoughts field' })).toBeVisible();
    expect(await skeletons.first().boundingBox()).toEqual(before);
    expect(before?.height).toBeCloseTo(height ?? 0);
    release();
    await expect(cardOf(ada, 'short')).toBeVisible();
    await expect(skeletons).toHaveCount(0);
  });

  test('an empty board shows the cloud and one quiet line', async ({ person }) => {
    const ada = await person('Ada');
    await expect(ada.getByText('No thoughts here yet.')).toBeVisible();
  });

  test('the product name leads to the top of the feed', async ({ person, server }) => {
    const ada = await person('Ada');
    const crowd = await openCrowd(server.url, 1);
    await addMany(crowd, 20);
    await cardOf(ada, 'thought 19').waitFor();
    await scrollToCard(ada, 'thought 3');
    await press(ada.getByRole('link', { name: 'Thought Cloud' }));
    await expect.poll(() => ada.evaluate(() => scrollY)).toBe(0);
  });
});

function pill(page: Page) {
  return page.getByRole('button', { name: /new thoughts?$/u }).filter({ hasText: /^\d/u });
}

/** How many list items have an animation that has not ended. */
function movingItems(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      [...document.querySelectorAll('[role=listitem]')].filter((item) =>
        item.getAnimations().some(({ playState }) => playState === 'running'),
      ).length,
  );
}
