import { expect, test } from '#tests/e2e/fixtures.ts';

const CONFIG = '/__/firebase/init.json';
const BACKEND = '/assets/firebase-backend';

test('a page loads the backend and its configuration beside the client, each once', async ({
  visitor,
}) => {
  const page = await visitor();
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  const countOf = (start: string): number => paths.filter((path) => path.startsWith(start)).length;
  const client = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await client.promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect.poll(() => [countOf(BACKEND), countOf(CONFIG)]).toEqual([1, 1]);
  client.resolve();
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
  expect([countOf(BACKEND), countOf(CONFIG)]).toEqual([1, 1]);
});

test('a host that answers late for its configuration only holds the page up', async ({
  visitor,
  consoleGuard,
}) => {
  consoleGuard.expect(/503/u);
  const page = await visitor();
  let count = 0;
  await page.route(`**${CONFIG}`, (route) => {
    count += 1;
    return count > 1 ? route.continue() : route.fulfill({ status: 503, body: 'busy' });
  });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
  expect(count).toBe(2);
});
