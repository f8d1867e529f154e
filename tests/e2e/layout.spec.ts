import { expect, signIn, test } from './fixtures.ts';

test('the bar links the product name with its cloud to the feed', async ({ person }) => {
  const ada = await person('Ada');
  await ada.goto('/profile/');
  const home = ada.getByRole('navigation').getByRole('link', { name: 'Thought Cloud' });
  await expect(home.locator('svg')).toBeVisible();
  await home.click();
  await expect(ada).toHaveURL('/');
  await expect(ada.getByRole('heading', { name: 'Thoughts field' })).toBeVisible();
});

test('the bar shows the round photo as a link titled profile', async ({ person }) => {
  const ada = await person('Ada');
  const link = ada.getByRole('navigation').getByTitle('profile');
  await expect(link).toHaveAttribute('href', '/profile');
  const photo = link.locator('img');
  await expect(photo).toHaveJSProperty('complete', true);
  expect(await photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const box = await photo.boundingBox();
  expect(box?.width).toBeCloseTo(48, -1);
  expect(box?.height).toBe(box?.width);
  await link.click();
  await expect(ada.getByRole('heading', { name: "Ada's Profile" })).toBeVisible();
});

test('a photo that does not load gives way to the initials', async ({ visitor, consoleGuard }) => {
  consoleGuard.expect(/Failed to load resource/u);
  const ada = await visitor();
  await ada.route(
    (url) => url.pathname.includes('picture'),
    (route) => route.fulfill({ status: 404 }),
  );
  await ada.goto('/');
  await signIn(ada, 'Ada Lovelace');
  const photo = ada.getByRole('navigation').getByTitle('profile').locator('[data-initials]');
  await expect(photo).toHaveAttribute('data-initials', 'AL');
});

test('the layout has one main area and the screen one first heading', async ({ person }) => {
  const ada = await person('Ada');
  await expect(ada.getByRole('main')).toHaveCount(1);
  await expect(ada.getByRole('heading', { level: 1 })).toHaveText('Thoughts field');
});
