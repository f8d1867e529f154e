import type { Page } from '@playwright/test';
import { addMany, addThought, openCrowd } from './thoughts.ts';
import { boxOf, MAX_SHIFT_PX, scrollToCard, topOf, untilStill } from './card-place.ts';
import { expect, test } from './fixtures.ts';
import { untilAtRest } from './press.ts';

const UPRIGHT = { width: 390, height: 844 };
const TURNED = { width: 844, height: 390 };
/** So many thoughts that the list skips those out of view. */
const THOUGHTS = 130;

const WAYS = [
  {
    way: 'a phone that is turned',
    tag: '@finger',
    use: { viewport: TURNED, hasTouch: true, isMobile: true },
    to: UPRIGHT,
  },
  {
    way: 'a window that is halved',
    tag: '@mouse',
    use: { viewport: { width: 1280, height: 800 } },
    to: { width: 640, height: 800 },
  },
];

for (const { way, tag, use, to } of WAYS) {
  test.describe(way, { tag: ['@self-hosted', tag] }, () => {
    test.use(use);

    test('shows a long list in its new width, in the middle', async ({ person, server }) => {
      const crowd = await openCrowd(server.url);
      await addMany(crowd, THOUGHTS, (index) => `thought ${index}${' and so on'.repeat(12)}`);
      const ada = await person('Ada');
      for (const [card, loaded] of [
        ['thought 80', 100],
        ['thought 30', THOUGHTS],
        ['thought 2', THOUGHTS],
        ['thought 129', THOUGHTS],
      ] as const) {
        await scrollToCard(ada, card);
        await expect(ada.getByRole('article')).toHaveCount(loaded);
      }
      await ada.setViewportSize(to);
      await untilAtRest(ada);
      await expect.poll(() => widthOf(ada)).toBeLessThanOrEqual(to.width);
      const { x, width } = await boxOf(ada.getByRole('article').first());
      const ground = await ada.evaluate(() => document.documentElement.clientWidth);
      expect(Math.abs(x + width / 2 - ground / 2)).toBeLessThanOrEqual(1);
    });
  });
}

test('an edit that no longer fits its line shows the preview, and hides it again', async ({
  person,
}) => {
  const ada = await person('Ada');
  await ada.setViewportSize({ width: 1280, height: 800 });
  const text = 'Fits the line of a wide window, not a narrow one';
  await addThought(ada, text);
  await ada.getByTitle('Edit').click();
  const preview = ada.locator('article [aria-hidden]').getByText(text);
  await expect(preview).toBeHidden();
  await ada.setViewportSize({ width: 390, height: 800 });
  await expect(preview).toBeVisible();
  await ada.setViewportSize({ width: 1280, height: 800 });
  await expect(preview).toBeHidden();
});

test.describe('a phone that is turned', { tag: ['@self-hosted', '@finger'] }, () => {
  test.use({ viewport: UPRIGHT, hasTouch: true, isMobile: true });

  test('keeps the card that is read in its place, either way', async ({ person, server }) => {
    await addMany(await openCrowd(server.url), 120, textOf);
    const ada = await person('Ada');
    for (const number of [75, 40]) await scrollToCard(ada, `thought ${number}`);
    const before = await topOf(ada, 'thought 40');
    const expectSteady = async () => {
      await untilStill(ada, 'thought 40');
      const off = async () => Math.abs((await topOf(ada, 'thought 40')) - before);
      // Engines round.
      await expect.poll(off).toBeLessThanOrEqual(2 * MAX_SHIFT_PX);
    };
    for (const size of [TURNED, UPRIGHT]) {
      await ada.setViewportSize(size);
      await expectSteady();
    }
    await ada.evaluate(() => document.documentElement.style.setProperty('font-size', '150%'));
    await expectSteady();
  });
});

/** A text of one line or of several. */
function textOf(index: number): string {
  return `thought ${index}${' and so on'.repeat((index % 4) * 4)}`;
}

/** How wide (px) the whole page is, and the part of it that a phone shows after zooming out. */
function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(document.documentElement.scrollWidth, innerWidth));
}
