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

test('a line that breaks under the backend’s code only holds the page up', async ({
  visitor,
  consoleGuard,
}) => {
  consoleGuard.expect(/ERR_CONNECTION_RESET|was preloaded/u);
  const page = await visitor();
  let count = 0;
  await page.route(`**${BACKEND}*`, (route) => {
    count += 1;
    return count > 3 ? route.continue() : route.abort('connectionreset');
  });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
  expect(count).toBe(4);
});

test('a page whose code a newer build has replaced loads itself again', async ({
  visitor,
  consoleGuard,
}) => {
  consoleGuard.expect(/404|was preloaded/u);
  const page = await visitor();
  let isNew = false;
  await page.route(`**${BACKEND}*`, (route) =>
    isNew ? route.continue() : route.fulfill({ status: 404, body: 'gone' }),
  );
  await page.goto('/');
  page.once('framenavigated', () => (isNew = true));
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
});

test('a page whose code never comes says so, after it has loaded itself again once', async ({
  visitor,
  consoleGuard,
}) => {
  consoleGuard.expect(/404|was preloaded|could not start/u);
  const page = await visitor();
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.route(`**${BACKEND}*`, (route) => route.fulfill({ status: 404, body: 'gone' }));
  await page.goto('/');
  await expect(page.getByText('Service Unavailable')).toBeVisible({ timeout: 40_000 });
  expect(loads).toBe(2);
});
