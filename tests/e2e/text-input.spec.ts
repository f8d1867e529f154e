import type { Locator, Page } from '@playwright/test';
import { drop } from './bring-text.ts';
import { expect, test } from './fixtures.ts';
import { press } from './press.ts';
import { cardOf, openAddDialog, thoughtBox } from './thoughts.ts';

test('what no thought can carry is left out of what comes in', async ({ person }) => {
  const ada = await person('Ada');
  await openAddDialog(ada);
  // Not by the clipboard, into which browsers put no U+0000 themselves.
  await ada.keyboard.insertText('from\0 Excel\0');
  await expect(thoughtBox(ada)).toHaveValue('from Excel');
  await ada.keyboard.press('Control+Enter');
  const field = await editField(ada, 'from Excel');
  await ada.keyboard.insertText('\0, edited\0');
  await expect(field).toHaveValue('from Excel, edited');
  await field.press('Enter');
  await expect(cardOf(ada, 'from Excel, edited')).toBeVisible();
});

// Firefox, driven from outside, drags nothing.
test.describe('a drop', { tag: ['@mouse', '@chromium'] }, () => {
  test('brings its line breaks along, to where it was dropped', async ({ person }) => {
    const ada = await person('Ada');
    await openAddDialog(ada);
    await thoughtBox(ada).fill('here');
    await drop(thoughtBox(ada), 'one\ntwo ', 1);
    await expect(thoughtBox(ada)).toHaveValue('one\ntwo here');
    await press(ada.getByRole('button', { name: 'Add', exact: true }));
    const field = await editField(ada, 'here');
    await drop(field, 'zero\n', 1);
    await expect(field).toHaveValue('zero↵one↵two here');
    await field.press('Enter');
    await expect.poll(() => textOf(ada, 'zero')).toBe('zero\none\ntwo here');
  });
});

async function editField(page: Page, text: string): Promise<Locator> {
  await press(cardOf(page, text).getByTitle('Edit'));
  return page.getByRole('textbox', { name: 'Edit thought' });
}

function textOf(page: Page, text: string): Promise<string> {
  return cardOf(page, text).getByRole('paragraph').innerText();
}
