import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { noteShifts, shiftSum } from './steady.ts';
import { drawTwice, say } from './thoughts.ts';

test.describe('while it is not known who is here', { tag: '@self-hosted' }, () => {
  test('a drawn card is as high as one of a line, its photo in place', async ({ person }) => {
    const ada = await person('Ada');
    await say(await person('Bob'), 'a line');
    await expect(ada.getByRole('article')).toBeVisible();
    for (const width of [1280, 390, 320]) {
      await ada.setViewportSize({ width, height: 800 });
      const answer = await holdSession(ada);
      await ada.reload({ waitUntil: 'commit' });
      await expect(ada.locator('.shell-card').first()).toBeVisible();
      const drawn = await boxesOf(ada, ['.shell-card', '.shell-card > :first-child']);
      answer.resolve();
      await expect(ada.getByRole('article')).toBeVisible();
      await expect.poll(() => boxesOf(ada, ['article', 'article > :first-child'])).toEqual(drawn);
      await ada.unrouteAll({ behavior: 'wait' });
    }
  });
});

test(
  'what the first screen asks for comes beside the scripts, and only once',
  { tag: '@self-hosted' },
  async ({ person, visitor }) => {
    const ada = await person('Ada');
    await say(ada, 'a thought');
    const scripts = Promise.withResolvers<void>();
    const asked: string[] = [];
    for (const page of [ada, await visitor()]) {
      page.on('request', (request) => {
        const { pathname, search } = new URL(request.url());
        if (/^\/api\/(?:session|thoughts)$/u.test(pathname)) asked.push(pathname + search);
      });
      await page.route('**/assets/*.js', async (route) => {
        await scripts.promise;
        await route.continue();
      });
      await page.goto('/', { waitUntil: 'commit' });
      await expect(page.locator('.shell').first()).toBeAttached();
    }
    // All of it is the signed-in person's: with nobody here there is nothing to ask for yet.
    await expect.poll(() => asked.toSorted()).toEqual(['/api/session', '/api/thoughts?limit=50']);
    scripts.resolve();
    await expect(ada.getByRole('article')).toBeVisible();
    await expect(ada.getByRole('img', { name: 'Live' })).toBeVisible();
    expect(asked.filter((path) => path.startsWith('/api/thoughts'))).toHaveLength(1);
  },
);

test('nothing shifts while the first screen comes', { tag: '@self-hosted' }, async ({ person }) => {
  const ada = await person('Ada');
  await say(ada, 'a thought');
  await ada.addInitScript(noteShifts);
  for (const path of ['/', '/profile']) {
    await ada.goto(path);
    await expect(ada.getByRole('article')).toBeVisible();
    await expect(ada.getByRole('img', { name: 'Live' })).toBeVisible();
    await drawTwice(ada);
    expect(await ada.evaluate(shiftSum)).toBe(0);
  }
});

/** Lets no answer about the session through until it is resolved. */
async function holdSession(page: Page): Promise<PromiseWithResolvers<void>> {
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/session', async (route) => {
    await answer.promise;
    await route.continue().catch(() => {});
  });
  return answer;
}

async function boxOf(page: Page, selector: string): Promise<DOMRect> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => element.getBoundingClientRect().toJSON());
}

function boxesOf(page: Page, selectors: string[]): Promise<DOMRect[]> {
  return Promise.all(selectors.map((selector) => boxOf(page, selector)));
}
