import { boxOf } from './card-place.ts';
import { expect, test } from './fixtures.ts';
import { openAddDialog, thoughtBox } from './thoughts.ts';

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
