import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { addThought } from './thoughts.ts';

const PRIVATE_ROUTES = ['/', '/profile', '/profile/'];

test(
  'a signed-out visitor is sent to /login without a private request',
  { tag: '@firebase' },
  async ({ visitor }) => {
    const page = await visitor();
    const requests = privateRequests(page);
    for (const route of PRIVATE_ROUTES) {
      await page.goto(route);
      await expect(page).toHaveURL('/login');
      await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
    }
    expect(requests).toEqual([]);
  },
);

test(
  'while it is not known who is signed in, nothing private is painted, or fetched by the client',
  { tag: '@self-hosted' },
  async ({ person }) => {
    const ada = await person('Ada');
    await addThought(ada, 'a private matter');
    const answer = Promise.withResolvers<void>();
    await ada.route('**/api/session', async (route) => {
      await answer.promise;
      await route.continue();
    });
    const requests = privateRequests(ada);
    const requested = ada.waitForRequest('**/api/session');
    await ada.reload({ waitUntil: 'commit' });
    await requested;
    await expect(ada.getByText('a private matter')).toBeHidden();
    await expect(ada.getByRole('heading', { name: 'Thoughts field' })).toBeHidden();
    // The server knows who is signed in, and makes the browser preload the newest page.
    await expect.poll(() => requests).toEqual(['/api/thoughts']);
    answer.resolve();
    await expect(ada.getByText('a private matter')).toBeVisible();
  },
);

/** Collects the requests that only a signed-in person may make. */
function privateRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && pathname !== '/api/session') requests.push(pathname);
  });
  return requests;
}
