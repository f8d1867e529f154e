import type { Page } from '@playwright/test';
import { boxOf, untilStill } from './card-place.ts';
import { expect, test } from './fixtures.ts';
import { untilAtRest } from './press.ts';
import { cardOf, openAddDialog, say, thoughtBox } from './thoughts.ts';

test('the page behind the dialog does not scroll until that is closed', async ({ person }) => {
  const ada = await person('Ada');
  await addTallThoughts(ada);
  await ada.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }));
  await untilStill(ada, 'thought 1');
  const before = await boxOf(cardOf(ada, 'thought 1'));
  await openAddDialog(ada);
  await ada.mouse.move(640, 700);
  await ada.mouse.wheel(0, 400);
  await untilAtRest(ada);
  // Nothing moves sideways either, but where scrollbars are hidden, the place kept for one shows.
  expect((await boxOf(cardOf(ada, 'thought 1'))).y).toBe(before.y);
  await ada.keyboard.press('Escape');
  await ada.mouse.wheel(0, 400);
  await expect.poll(async () => (await boxOf(cardOf(ada, 'thought 1'))).y).toBeLessThan(before.y);
});

test(
  'the box grows with its text, and Add stays in reach in a low window',
  { tag: '@touch' },
  async ({ person }) => {
    const ada = await person('Ada');
    await ada.setViewportSize({ width: 390, height: 700 });
    const dialog = await openAddDialog(ada);
    const { height } = await boxOf(thoughtBox(ada));
    await thoughtBox(ada).fill('a line\n'.repeat(12));
    expect((await boxOf(thoughtBox(ada))).height).toBeGreaterThan(height);
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

/** More than a screen of thoughts. */
async function addTallThoughts(page: Page): Promise<void> {
  for (const count of [0, 1, 2]) await say(page, `thought ${count}${'\nline'.repeat(20)}`);
  await untilAtRest(page);
}
