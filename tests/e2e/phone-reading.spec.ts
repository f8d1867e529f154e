import { expect, test } from './fixtures.ts';
import { addMany, openCrowd } from './thoughts.ts';
import { scrollToCard, topOf, untilStill } from './card-place.ts';

const UPRIGHT = { width: 390, height: 844 };
const TURNED = { width: 844, height: 390 };

/** A place may be off by so much (px): engines round. */
const MAY_MOVE = 2;

test.use({ viewport: UPRIGHT, hasTouch: true, isMobile: true });

test.describe('a phone that is turned', { tag: ['@self-hosted', '@finger'] }, () => {
  test('keeps the card that is read in its place, either way', async ({ person, server }) => {
    await addMany(await openCrowd(server.url), 120, textOf);
    const ada = await person('Ada');
    for (const number of [75, 40]) await scrollToCard(ada, `thought ${number}`);
    const before = await topOf(ada, 'thought 40');
    const off = async () => Math.abs((await topOf(ada, 'thought 40')) - before);
    for (const size of [TURNED, UPRIGHT]) {
      await ada.setViewportSize(size);
      await untilStill(ada, 'thought 40');
      await expect.poll(off).toBeLessThanOrEqual(MAY_MOVE);
    }
    await ada.evaluate(() => document.documentElement.style.setProperty('font-size', '150%'));
    await untilStill(ada, 'thought 40');
    await expect.poll(off).toBeLessThanOrEqual(MAY_MOVE);
  });
});

/** A text of one line or of several. */
function textOf(index: number, name = 'thought'): string {
  return `${name} ${index}${' and so on'.repeat((index % 4) * 4)}`;
}
