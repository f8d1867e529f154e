import type { Locator } from '@playwright/test';
import { boxOf } from './card-place.ts';
import { expect, signIn, test } from './fixtures.ts';
import { press } from './press.ts';
import { addThought, cardOf } from './thoughts.ts';

test('the bar links the product name with its cloud to the feed', async ({ person }) => {
  const ada = await person('Ada');
  await ada.goto('/profile/');
  const home = ada.getByRole('navigation').getByRole('link', { name: 'Thought Cloud' });
  await expect(home.locator('svg')).toBeVisible();
  await press(home);
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
  const box = await boxOf(photo);
  expect(box.width).toBeCloseTo(48, -1);
  expect(box.height).toBe(box.width);
  const bar = await boxOf(ada.getByRole('navigation'));
  expect(box.y - bar.y).toBeGreaterThanOrEqual(8);
  expect(bar.y + bar.height - box.y - box.height).toBeGreaterThanOrEqual(8);
  await press(link);
  await expect(ada.getByRole('heading', { name: "Ada's Profile" })).toBeVisible();
});

test('a photo that does not load gives way to the initials', async ({ visitor, consoleGuard }) => {
  consoleGuard.expect(/Failed to load resource/u);
  const ada = await visitor();
  await ada.route(isPhoto, (route) => route.fulfill({ status: 404 }));
  await ada.goto('/');
  await signIn(ada, 'Ada Lovelace');
  const photo = ada.getByRole('navigation').getByTitle('profile').locator('[data-initials]');
  await expect.poll(() => initialsOf(photo)).toBe('A\u200CL');
  await expect(photo.locator('img')).toHaveCount(0);
});

test('the initials stand until the photo is there, which lies over them', async ({ visitor }) => {
  const ada = await visitor();
  const { promise: wanted, resolve: send } = Promise.withResolvers<void>();
  await ada.route(isPhoto, async (route) => {
    await wanted;
    await route.continue();
  });
  await ada.goto('/', { waitUntil: 'commit' });
  await signIn(ada, 'Ada Lovelace');
  const avatar = ada.getByRole('navigation').getByTitle('profile').locator('[data-initials]');
  await expect(avatar.locator('img')).toHaveCSS('opacity', '0');
  expect(await initialsOf(avatar)).toBe('A\u200CL');
  send();
  await expect(avatar.locator('img')).toHaveCSS('opacity', '1');
});

test('a photo that does not load is asked for again only once there is a network', async ({
  visitor,
  consoleGuard,
}) => {
  consoleGuard.expect(/Failed to load resource/u);
  const ada = await visitor();
  let asked = 0;
  await ada.route(isPhoto, (route) => {
    asked += 1;
    return route.fulfill({ status: 404 });
  });
  await ada.goto('/');
  await signIn(ada, 'Ada Lovelace');
  await addThought(ada, 'the first');
  const broken = cardOf(ada, 'the first').locator('[data-initials]');
  await expect(broken.locator('img')).toHaveCount(0);
  expect(await initialsOf(broken)).toBe('A\u200CL');
  const before = asked;
  for (const text of ['the second', 'the third']) await addThought(ada, text);
  await press(ada.getByTitle('profile'));
  await expect(cardOf(ada, 'the third')).toBeVisible();
  expect(asked).toBe(before);
  await ada.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => asked).toBeGreaterThan(before);
});

test('the layout has one main area and the screen one first heading', async ({ person }) => {
  const ada = await person('Ada');
  await expect(ada.getByRole('main')).toHaveCount(1);
  await expect(ada.getByRole('heading', { level: 1 })).toHaveText('Thoughts field');
});

test(
  'what is fixed keeps clear of the cutouts of a phone held sideways',
  { tag: '@chromium' },
  async ({ person }) => {
    const ada = await person('Ada');
    await ada.setViewportSize({ width: 844, height: 390 });
    const devtools = await ada.context().newCDPSession(ada);
    await devtools.send('Emulation.setSafeAreaInsetsOverride', {
      insets: { left: 59, right: 59, bottom: 21 },
    });
    for (const title of ['create new thoughts', 'profile']) {
      const { x, y, width, height } = await boxOf(ada.getByTitle(title));
      expect(x).toBeGreaterThanOrEqual(59);
      expect(x + width).toBeLessThanOrEqual(844 - 59);
      expect(y + height).toBeLessThanOrEqual(390 - 21);
    }
  },
);

function isPhoto(url: URL): boolean {
  return url.pathname.includes('picture');
}

/** What the style draws under a photo. */
function initialsOf(avatar: Locator): Promise<string | null> {
  return avatar.evaluate((element) => {
    const { content } = getComputedStyle(element, '::before');
    // Firefox says where it takes the text from.
    return content === 'attr(data-initials)'
      ? element.getAttribute('data-initials')
      : JSON.parse(content);
  });
}
