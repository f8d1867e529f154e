import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { drawTwice, press, untilAtRest } from './press.ts';
import { cardOf, openAddDialog, thoughtBox } from './thoughts.ts';

const PHONE = { width: 390, height: 844 };
/** The height (px) of a keyboard, and of a tall one with suggestions. */
const KEYBOARDS = [336, 430];

test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

test(
  'a keyboard that covers the page leaves the whole dialog in reach, which goes back down with it',
  { tag: '@finger' },
  async ({ person }) => {
    const ada = await person('Ada');
    const dialog = await openAddDialog(ada);
    await thoughtBox(ada).fill('five words for every line '.repeat(6).slice(0, 150));
    await untilAtRest(ada);
    const bottomOf = async () => {
      const { y = 0, height = 0 } = (await dialog.boundingBox()) ?? {};
      return y + height;
    };
    await expect.poll(bottomOf).toBe(PHONE.height);
    for (const keyboard of KEYBOARDS) {
      await showKeyboard(ada, keyboard);
      await expect.poll(bottomOf).toBe(PHONE.height - keyboard);
      for (const control of [thoughtBox(ada), dialog.getByRole('button', { name: 'Cancel' })]) {
        expect((await control.boundingBox())?.y).toBeGreaterThanOrEqual(0);
      }
    }
    await showKeyboard(ada, 0);
    await expect.poll(bottomOf).toBe(PHONE.height);
    // A reader who zooms in sees less of the page, too.
    await showKeyboard(ada, 336, 2);
    await drawTwice(ada);
    expect(await bottomOf()).toBe(PHONE.height);
    await showKeyboard(ada, 336);
    await press(dialog.getByRole('button', { name: 'Add', exact: true }));
    await expect(cardOf(ada, 'five words')).toBeVisible();
  },
);

/** Covers the lower edge of the page, as an on-screen keyboard does that does not change the layout. */
async function showKeyboard(page: Page, height: number, scale = 1): Promise<void> {
  await page.evaluate(
    ([covered, zoom]) => {
      if (visualViewport === null) throw new Error('There is no visual viewport');
      Object.defineProperties(visualViewport, {
        height: { value: innerHeight - covered, configurable: true },
        scale: { value: zoom, configurable: true },
      });
      visualViewport.dispatchEvent(new Event('resize'));
    },
    [height, scale] as const,
  );
}
