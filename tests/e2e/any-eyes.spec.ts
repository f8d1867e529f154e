import type { Page } from '@playwright/test';
import { boxOf } from './card-place.ts';
import { expect, test } from './fixtures.ts';
import { untilAtRest } from './press.ts';
import { addThought, cardOf, openAddDialog, thoughtBox } from './thoughts.ts';

test('on a screen of 320 px a long word wraps, and a finger hits every control', async ({
  person,
}) => {
  const ada = await person('Ada');
  await ada.setViewportSize({ width: 320, height: 640 });
  await addThought(ada, 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz');
  const card = cardOf(ada, 'Rindfleisch');
  const beyond = () =>
    card
      .getByRole('paragraph')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  await expect.poll(beyond).toBe(0);
  for (const title of ['Edit', 'Delete']) {
    const { width, height } = await boxOf(card.getByTitle(title));
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(40);
  }
});

test('a photo that does not load gives way to the initials', async ({ signedIn, consoleGuard }) => {
  consoleGuard.expect(/Failed to load resource/u);
  const ada = await signedIn('Ada Lovelace');
  await ada.route(/pictures?[./]/u, (route) => route.fulfill({ status: 404 }));
  await ada.goto('/');
  const photo = ada.getByRole('navigation').getByTitle('profile').locator('[data-initials]');
  await expect(photo).toHaveAttribute('data-initials', 'A\u200CL');
  await expect(photo).toHaveAttribute('aria-hidden', 'true');
  const image = photo.locator('img');
  await expect(image).toHaveAttribute('referrerpolicy', 'no-referrer');
  const hasEnded = () => image.evaluate((element: HTMLImageElement) => element.complete);
  await expect.poll(hasEnded).toBe(true);
  await expect(image).toHaveCSS('opacity', '0');
});

test('fixed elements keep clear of the cutouts of a phone held sideways', async ({ person }) => {
  const ada = await person('Ada');
  await ada.setViewportSize({ width: 844, height: 390 });
  await pretendCutouts(ada, { left: 59, right: 59, bottom: 21 });
  for (const title of ['create new thoughts', 'profile']) {
    await expect(async () => {
      const { x, y, width, height } = await boxOf(ada.getByTitle(title));
      expect(x).toBeGreaterThanOrEqual(59);
      expect(x + width).toBeLessThanOrEqual(844 - 59);
      expect(y + height).toBeLessThanOrEqual(390 - 21);
    }).toPass();
  }
});

test(
  'the box grows with its text, and Add stays in reach in a low window',
  { tag: '@touch' },
  async ({ person }) => {
    const ada = await person('Ada');
    await ada.setViewportSize({ width: 390, height: 700 });
    const dialog = await openAddDialog(ada);
    await expect(ada.locator('html')).toHaveCSS('overflow-y', 'hidden');
    const { height } = await boxOf(thoughtBox(ada));
    await thoughtBox(ada).fill('a line\n'.repeat(12));
    // Where it can't grow, it scrolls.
    const grows = await ada.evaluate(() => CSS.supports('field-sizing', 'content'));
    if (grows) expect((await boxOf(thoughtBox(ada))).height).toBeGreaterThan(height);
    for (const [width, low] of [
      [844, 190],
      [568, 160],
      [320, 256],
    ] as const) {
      await ada.setViewportSize({ width, height: low });
      for (const name of ['Add', 'Cancel']) {
        await expect(dialog.getByRole('button', { name, exact: true })).toBeInViewport({
          ratio: 1,
        });
      }
      await expect(thoughtBox(ada)).toBeInViewport();
    }
  },
);

test('with text of 200 % the buttons of the dialog stand in one row', async ({ person }) => {
  const ada = await person('Ada');
  await ada.setViewportSize({ width: 390, height: 844 });
  await ada.evaluate(() => (document.documentElement.style.fontSize = '32px'));
  const dialog = await openAddDialog(ada);
  await untilAtRest(ada);
  const [cancel, add] = [
    await boxOf(dialog.getByRole('button', { name: 'Cancel' })),
    await boxOf(dialog.getByRole('button', { name: 'Add', exact: true })),
  ];
  expect(cancel.y).toBe(add.y);
});

test('on a phone the two dates of an account take as many lines', async ({ person }) => {
  const ada = await person('Ada');
  await ada.setViewportSize({ width: 390, height: 844 });
  await ada.getByTitle('profile').click();
  const dates = ada.locator('dd').filter({ hasText: /[AP]M$/u });
  await expect(dates).toHaveCount(2);
  const [created, last] = [await boxOf(dates.first()), await boxOf(dates.last())];
  expect(created.height).toBe(last.height);
});

test(
  'on a phone held sideways Continue is in view on the page of the local accounts',
  { tag: '@self-hosted' },
  async ({ visitor }) => {
    const page = await visitor();
    await page.setViewportSize({ width: 844, height: 390 });
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    await expect(page.getByRole('button', { name: 'Continue' })).toBeInViewport({ ratio: 1 });
  },
);

/** Gives a screen cutouts (px); in other engines than a newer Chromium only the styles are told of them. */
async function pretendCutouts(page: Page, insets: Record<string, number>): Promise<void> {
  if (page.context().browser()?.browserType().name() === 'chromium') {
    const devtools = await page.context().newCDPSession(page);
    const isKnown = await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets }).then(
      () => true,
      () => false,
    );
    if (isKnown) return;
  }
  await page.evaluate((sides) => {
    const { style } = document.documentElement;
    for (const [side, inset] of sides) style.setProperty(`--cutout-${side}`, `${inset}px`);
  }, Object.entries(insets));
}
