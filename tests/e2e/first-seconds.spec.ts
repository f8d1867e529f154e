import { expect, notInSystemWebKit, test } from './fixtures.ts';
import { addThought, say } from './thoughts.ts';

test(
  'the data of the first screen loads in parallel with the scripts, and only once',
  notInSystemWebKit('It preloads nothing while it holds back requests', '@self-hosted'),
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

test(
  'a board opened with a name and a password in its address works as at any other',
  { tag: '@self-hosted' },
  async ({ person, server }) => {
    const ada = await person('Ada');
    await ada.goto(server.url.replace('//', '//name:password@'));
    await expect(ada.getByRole('img', { name: 'Live' })).toBeVisible();
    await addThought(ada, 'from behind a login');
    await expect(ada.getByRole('article')).toContainText('from behind a login');
  },
);
