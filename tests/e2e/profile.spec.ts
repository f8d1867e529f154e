import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { press } from './press.ts';

test(
  'Confirm signs out, forgets authUser and leads to the login screen',
  { tag: ['@firebase', '@touch'] },
  async ({ person, backend }) => {
    const ada = await person('Ada');
    await logOut(ada);
    await expect(ada).toHaveURL('/login');
    await expect.poll(() => ada.evaluate(() => localStorage.getItem('authUser'))).toBeNull();
    // The session ends in the background; a page served before that preloads what is refused afterwards.
    const status = async () => (await ada.request.get('/api/thoughts')).status();
    if (backend !== 'firebase') await expect.poll(status).toBe(401);
    await ada.goto('/');
    await expect(ada).toHaveURL('/login');
  },
);

async function logOut(page: Page): Promise<void> {
  await press(page.getByTitle('profile'));
  await press(page.getByRole('button', { name: 'Log Out' }));
  await press(page.getByRole('button', { name: 'Confirm' }));
  await page.waitForURL('/login');
}
