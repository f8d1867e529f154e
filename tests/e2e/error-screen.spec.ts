import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { press } from './press.ts';

for (const { path, tag } of [{ path: '/Profile', tag: [] }]) {
  test(
    `the unmatched path ${path} answers with status 404 and shows the error screen`,
    { tag },
    async ({ visitor, consoleGuard }) => {
      consoleGuard.expect(/404/u);
      const page = await visitor();
      const response = await page.goto(path);
      expect(response?.status()).toBe(404);
      await expectErrorScreen(page, { message: 'Not Found', code: '404' });
      await expect(page.getByText(`There is no page at ${path}`)).toBeVisible();
    },
  );
}

test('a signed-in person sees the error screen too, and its link leads home', async ({
  person,
  consoleGuard,
}) => {
  consoleGuard.expect(/404/u);
  const ada = await person('Ada');
  await ada.goto('/nowhere');
  await expectErrorScreen(ada, { message: 'Not Found', code: '404' });
  await press(ada.getByRole('link', { name: 'Go Back to Home Page' }));
  await expect(ada).toHaveURL('/');
  await expect(ada.getByRole('heading', { name: 'Thoughts field' })).toBeVisible();
});

async function expectErrorScreen(
  page: Page,
  { message, code }: { message: string; code: string },
): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Oops! Something went wrong!' })).toBeVisible();
  await expect(page.getByText('Error Message')).toBeVisible();
  await expect(page.getByText(message, { exact: true })).toBeVisible();
  await expect(page.getByText('Error Code')).toBeVisible();
  await expect(page.getByText(code, { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go Back to Home Page' })).toHaveAttribute(
    'href',
    '/',
  );
}
