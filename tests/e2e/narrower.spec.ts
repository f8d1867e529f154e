import type { Page } from '@playwright/test';
import { addMany, openCrowd } from './thoughts.ts';
import { boxOf, scrollToCard } from './card-place.ts';
import { expect, test } from './fixtures.ts';
import { untilAtRest } from './press.ts';

/** So many thoughts that the list skips those out of view. */
const THOUGHTS = 130;

const WAYS = [
  {
    way: 'a phone that is turned',
    tag: '@finger',
    use: { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true },
    to: { width: 390, height: 844 },
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

/** How wide (px) the whole page is, and the part of it that a phone shows after zooming out. */
function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(document.documentElement.scrollWidth, innerWidth));
}
