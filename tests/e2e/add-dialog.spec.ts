import { expect, test } from './fixtures.ts';
import { press, pressAt, pressTwice } from './press.ts';
import { addThought, cardOf, openAddDialog, thoughtBox } from './thoughts.ts';

test('the round button opens the dialog with its heading, box and buttons', async ({ person }) => {
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
});

test('Cancel closes the dialog and drops the draft', async ({ person }) => {
  const ada = await person('Ada');
  const dialog = await openAddDialog(ada);
  await thoughtBox(ada).fill('never mind');
  await press(dialog.getByRole('button', { name: 'Cancel' }));
  await expect(dialog).toBeHidden();
  await openAddDialog(ada);
  await expect(thoughtBox(ada)).toHaveValue('');
});

test('a click outside closes the dialog and keeps the draft', async ({ person }) => {
  const ada = await person('Ada');
  const dialog = await openAddDialog(ada);
  await thoughtBox(ada).fill('half a thought');
  await pressAt(ada, 4, 300);
  await expect(dialog).toBeHidden();
  await openAddDialog(ada);
  await expect(thoughtBox(ada)).toHaveValue('half a thought');
});

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

test.describe('after a right-click beside the dialog', { tag: '@mouse' }, () => {
  test('Ctrl+Enter adds the thought', async ({ person }) => {
    const ada = await person('Ada');
    const dialog = await openAddDialog(ada);
    await ada.mouse.click(4, 300, { button: 'right' });
    await thoughtBox(ada).fill('a thought by key');
    await thoughtBox(ada).press('Control+Enter');
    await expect(dialog).toBeHidden();
    await expect(cardOf(ada, 'a thought by key')).toHaveCount(1);
  });

  test('Cancel by key drops the draft', async ({ person }) => {
    const ada = await person('Ada');
    const dialog = await openAddDialog(ada);
    await ada.mouse.click(4, 300, { button: 'right' });
    await thoughtBox(ada).fill('never mind');
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(dialog).toBeHidden();
    await openAddDialog(ada);
    await expect(thoughtBox(ada)).toHaveValue('');
  });
});

test('Add saves the thought, closes the dialog and empties the box', async ({ person }) => {
  const ada = await person('Ada');
  await addThought(ada, 'a thought');
  await expect(ada.getByRole('dialog')).toBeHidden();
  await openAddDialog(ada);
  await expect(thoughtBox(ada)).toHaveValue('');
  await ada.reload();
  await expect(cardOf(ada, 'a thought')).toHaveCount(1);
});

test('Add does nothing while the text is blank', async ({ person }) => {
  const ada = await person('Ada');
  const dialog = await openAddDialog(ada);
  const add = dialog.getByRole('button', { name: 'Add', exact: true });
  for (const blank of ['', '  \n ']) {
    await thoughtBox(ada).fill(blank);
    await expect(add).toBeDisabled();
    await press(add, { force: true });
    await expect(dialog).toBeVisible();
  }
  await expect(ada.getByRole('article')).toHaveCount(0);
});

test('the box takes at most 150 characters, and 150 are stored whole', async ({ person }) => {
  const ada = await person('Ada');
  await openAddDialog(ada);
  await expect(thoughtBox(ada)).toHaveAttribute('maxlength', '150');
  await thoughtBox(ada).fill('x'.repeat(149));
  await thoughtBox(ada).press('End');
  await ada.keyboard.insertText('yz');
  await expect(thoughtBox(ada)).toHaveValue(`${'x'.repeat(149)}y`);
  await press(ada.getByRole('button', { name: 'Add', exact: true }));
  await ada.reload();
  await expect(cardOf(ada, 'x'.repeat(149)).getByRole('paragraph')).toHaveText(
    `${'x'.repeat(149)}y`,
  );
});

test('a draft over the limit is not added, and can be cancelled once it was touched', async ({
  person,
}) => {
  const ada = await person('Ada');
  await openAddDialog(ada);
  await thoughtBox(ada).fill('short');
  await ada.keyboard.press('Escape');
  // Where no client runs, which would write it again.
  await ada.goto('/icon.svg');
  // As it may come back from a server with a lower limit.
  await ada.evaluate(() => {
    for (const [key, value] of Object.entries(localStorage)) {
      localStorage.setItem(key, String(value).replace('"short"', `"${'x'.repeat(240)}"`));
    }
  });
  await ada.goto('/');
  const dialog = await openAddDialog(ada);
  await thoughtBox(ada).press('Backspace');
  await expect(thoughtBox(ada)).toHaveValue('x'.repeat(239));
  await press(dialog.getByRole('button', { name: 'Add', exact: true }), { force: true });
  await expect(dialog).toBeVisible();
  await press(dialog.getByRole('button', { name: 'Cancel' }));
  await expect(dialog).toBeHidden();
});

test('pressing Add twice at once adds one thought', async ({ person }) => {
  const ada = await person('Ada');
  const dialog = await openAddDialog(ada);
  await thoughtBox(ada).fill('only once');
  await pressTwice(dialog.getByRole('button', { name: 'Add', exact: true }));
  await expect(cardOf(ada, 'only once')).toHaveCount(1);
  await ada.reload();
  await expect(cardOf(ada, 'only once')).toHaveCount(1);
});
