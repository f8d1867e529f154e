import { expect, test } from './fixtures.ts';
import { press } from './press.ts';

test('an unmatched path answers with status 404 and the error screen, whose link leads home', async ({
  person,
  consoleGuard,
}) => {
  consoleGuard.expect(/404/u);
  const ada = await person('Ada');
  expect((await ada.goto('/Profile'))?.status()).toBe(404);
  await expect(ada.getByRole('heading', { name: 'Oops! Something went wrong!' })).toBeVisible();
  for (const text of ['Error Message', 'Not Found', 'Error Code', '404']) {
    await expect(ada.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(ada.getByText('There is no page at /Profile')).toBeVisible();
  await press(ada.getByRole('link', { name: 'Go Back to Home Page' }));
  await expect(ada).toHaveURL('/');
  await expect(ada.getByRole('heading', { name: 'Thoughts field' })).toBeVisible();
});
