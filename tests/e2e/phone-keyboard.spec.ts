import type { Page } from '@playwright/test';
import { drawTwice } from './draw-twice.ts';
import { expect, test } from './fixtures.ts';
import { settle, stopClock, withClock } from './guard-clock.ts';
import { cardOf, openAddDialog, thoughtBox, untilAtRest } from './thoughts.ts';

const PHONE = { width: 390, height: 844 };

test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

for (const [name, keyboard] of [
  ['a keyboard', 336],
  ['a high keyboard with its suggestions', 430],
] as const) {
  test(
    `${name} that covers the page leaves the whole dialog in reach`,
    { tag: '@finger' },
    async ({ signedIn }) => {
      const ada = await withClock(signedIn);
      const dialog = await openAddDialog(ada);
      await thoughtBox(ada).fill('five words for every line '.repeat(6).slice(0, 150));
      // Typing has changed the page; from here on nothing but the keyboard moves Add.
      await settle(ada);
      await stopClock(ada);
      const bottomOf = async () => {
        const { y = 0, height = 0 } = (await dialog.boundingBox()) ?? {};
        return y + height;
      };
      await expect.poll(bottomOf).toBe(PHONE.height);
      await showKeyboard(ada, keyboard);
      await expect.poll(bottomOf).toBe(PHONE.height - keyboard);
      for (const control of [thoughtBox(ada), dialog.getByRole('button', { name: 'Cancel' })]) {
        expect((await control.boundingBox())?.y).toBeGreaterThanOrEqual(0);
      }
      await dialog.getByRole('button', { name: 'Add', exact: true }).tap();
      await expect(cardOf(ada, 'five words')).toBeVisible();
    },
  );
}

test(
  'the dialog goes back down with the keyboard, and stays there when the page is zoomed',
  { tag: '@finger' },
  async ({ person }) => {
    const ada = await person('Ada');
    const dialog = await openAddDialog(ada);
    await untilAtRest(ada);
    const before = await dialog.boundingBox();
    await showKeyboard(ada, 336);
    await expect.poll(() => dialog.boundingBox()).not.toEqual(before);
    await showKeyboard(ada, 0);
    await expect.poll(() => dialog.boundingBox()).toEqual(before);
    await showKeyboard(ada, 336, 2);
    await drawTwice(ada);
    expect(await dialog.boundingBox()).toEqual(before);
  },
);

/** Covers the lower edge of the page as an on-screen keyboard does that leaves its layout alone. */
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
