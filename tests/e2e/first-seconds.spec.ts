import { expect, test } from './fixtures.ts';
import { noteShifts, shiftSum } from './steady.ts';
import { drawTwice, say } from './thoughts.ts';

test.describe('while it is not known who is here', { tag: '@self-hosted' }, () => {});

test(
  'the data of the first screen loads in parallel with the scripts, and only once',
  { tag: '@self-hosted' },
  async ({ person, visitor }) => {
    const ada = await person('Ada');
    await say(ada, 'a thought');
    const scripts = Promise.withResolvers<void>();
    const requested: string[] = [];
    for (const page of [ada, await visitor()]) {
      page.on('request', (request) => {
        const { pathname, search } = new URL(request.url());
        if (/^\/api\/(?:session|thoughts)$/u.test(pathname)) requested.push(pathname + search);
      });
      await page.route('**/assets/*.js', async (route) => {
        await scripts.promise;
        await route.continue();
      });
      await page.goto('/', { waitUntil: 'commit' });
      await expect(page.locator('.shell').first()).toBeAttached();
    }
    // Both requests are the signed-in person's: for anybody else there is nothing to request yet.
    await expect
      .poll(() => requested.toSorted())
      .toEqual(['/api/session', '/api/thoughts?limit=50']);
    scripts.resolve();
    await expect(ada.getByRole('article')).toBeVisible();
    await expect(ada.getByRole('img', { name: 'Live' })).toBeVisible();
    expect(requested.filter((path) => path.startsWith('/api/thoughts'))).toHaveLength(1);
  },
);

test('nothing shifts while the first screen loads', { tag: '@self-hosted' }, async ({ person }) => {
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
