import { expect, test } from './fixtures.ts';
import { cardOf, openAddDialog, thoughtBox } from './thoughts.ts';

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

test(
  'a right-click beside the dialog leaves Ctrl+Enter what it is',
  { tag: '@mouse' },
  async ({ person }) => {
    const ada = await person('Ada');
    const dialog = await openAddDialog(ada);
    await ada.mouse.click(4, 300, { button: 'right' });
    await thoughtBox(ada).fill('a thought by key');
    await thoughtBox(ada).press('Control+Enter');
    await expect(dialog).toBeHidden();
    await expect(cardOf(ada, 'a thought by key')).toHaveCount(1);
  },
);
