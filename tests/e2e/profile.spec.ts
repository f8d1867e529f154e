import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { press } from './press.ts';
import { addThought, cardOf, shownTexts } from './thoughts.ts';

test(
  "the profile lists the person's own thoughts alone, newest first and live",
  { tag: '@firebase' },
  async ({ person }) => {
    const [ada, bob] = [await person('Ada'), await person('Bob')];
    await addThought(ada, 'older, by Ada');
    await addThought(bob, 'by Bob');
    await addThought(ada, 'newer, by Ada');
    await press(ada.getByTitle('profile'));
    await expect(ada.getByRole('article')).toHaveCount(2);
    await expect.poll(() => shownTexts(ada)).toEqual(['newer, by Ada', 'older, by Ada']);

    const second = await ada.context().newPage();
    await second.goto('/');
    await addThought(second, 'newest, by Ada');
    await expect(cardOf(ada, 'newest, by Ada')).toBeVisible();
    await press(cardOf(ada, 'older, by Ada').getByTitle('Delete'));
    await expect(cardOf(second, 'older, by Ada')).toHaveCount(0);
  },
);

test(
  'Confirm signs out, forgets authUser and leads to the login screen',
  { tag: ['@firebase', '@touch'] },
  async ({ person, backend }) => {
    const ada = await person('Ada');
    await logOut(ada);
    await expect(ada).toHaveURL('/login');
    await expect.poll(() => ada.evaluate(() => localStorage.getItem('authUser'))).toBeNull();
    // The session ends in the background; a page that is served before that preloads what is refused after.
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
