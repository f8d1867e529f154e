import { expect, test } from './fixtures.ts';
import { openAddDialog, thoughtBox } from './thoughts.ts';

test(
  'the round button opens the dialog with its heading, box and buttons',
  { tag: '@touch' },
  async ({ person }) => {
    const ada = await person('Ada');
    const button = ada.getByTitle('create new thoughts');
    await expect(button).toBeVisible();
    const { width = 0, height } = (await button.boundingBox()) ?? {};
    expect(width).toBe(height);
    const radius = await button.evaluate((element) => getComputedStyle(element).borderRadius);
    expect(parseFloat(radius)).toBeGreaterThanOrEqual(width / 2);

    const dialog = await openAddDialog(ada);
    await expect(dialog.getByRole('heading', { name: 'Add thought' })).toBeVisible();
    const box = thoughtBox(ada);
    await expect(box).toBeFocused();
    await expect(box).toHaveAttribute('cols', '50');
    await expect(box).toHaveAttribute('rows', '3');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toBeVisible();
    expect((await dialog.boundingBox())?.width).toBeLessThanOrEqual(600);
  },
);

test(
  'a press that begins inside and ends outside leaves the dialog open',
  { tag: '@mouse' },
  async ({ person }) => {
    const ada = await person('Ada');
    const dialog = await openAddDialog(ada);
    await thoughtBox(ada).hover();
    await ada.mouse.down();
    await ada.mouse.move(4, 300);
    await ada.mouse.up();
    await expect(dialog).toBeVisible();
  },
);
