import type { Locator } from '@playwright/test';
import { boxOf } from './card-place.ts';
import { expect, test } from './fixtures.ts';
import { press } from './press.ts';

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

test('a photo that does not load gives way to the initials', async ({ signedIn, consoleGuard }) => {
  consoleGuard.expect(/Failed to load resource/u);
  const ada = await signedIn('Ada Lovelace');
  await ada.route(isPhoto, (route) => route.fulfill({ status: 404 }));
  await ada.goto('/');
  const photo = ada.getByRole('navigation').getByTitle('profile').locator('[data-initials]');
  await expect.poll(() => initialsOf(photo)).toBe('A\u200CL');
  await expect(photo.locator('img')).toHaveCount(0);
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
      await expect(async () => {
        const { x, y, width, height } = await boxOf(ada.getByTitle(title));
        expect(x).toBeGreaterThanOrEqual(59);
        expect(x + width).toBeLessThanOrEqual(844 - 59);
        expect(y + height).toBeLessThanOrEqual(390 - 21);
      }).toPass();
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
