import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { press, pressAt } from './press.ts';
import { cardOf, draftDot, openAddDialog, say, thoughtBox } from './thoughts.ts';

test.describe('writing', { tag: '@self-hosted' }, () => {
  test(
    'a draft survives Esc, a press outside and a reload, and shows as a dot',
    { tag: '@touch' },
    async ({ person }) => {
      const ada = await person('Ada');
      await openAddDialog(ada);
      await thoughtBox(ada).fill('half a thought');
      await ada.keyboard.press('Escape');
      await expect(ada.getByRole('dialog')).toHaveCount(0);
      await expect(draftDot(ada)).toBeVisible();
      await ada.reload();
      await expect(draftDot(ada)).toBeVisible();
      await openAddDialog(ada);
      await expect(thoughtBox(ada)).toHaveValue('half a thought');
      await thoughtBox(ada).press('End');
      await ada.keyboard.type(' and a half');
      await pressAt(ada, 5, 5);
      await openAddDialog(ada);
      await expect(thoughtBox(ada)).toHaveValue('half a thought and a half');
      await press(ada.getByRole('button', { name: 'Cancel' }));
      await expect(draftDot(ada)).toHaveCount(0);
    },
  );

  test('the mark for a line break is kept where it is typed or pasted, and makes no line break', async ({
    person,
  }) => {
    const ada = await person('Ada');
    await say(ada, 'one\ntwo');
    await press(cardOf(ada, 'one').getByTitle('Edit'));
    const field = ada.getByRole('textbox', { name: 'Edit thought' });
    await expect(field).toHaveValue('one↵two');
    await field.press('Home');
    await ada.keyboard.insertText('↵');
    await expect(field).toHaveValue('↵one⏎two');
    await ada.keyboard.insertText('⏎');
    await field.press('End');
    await paste(field, '\n↵');
    await field.press('Enter');
    const text = (): Promise<string> => cardOf(ada, 'one').getByRole('paragraph').innerText();
    await expect.poll(text).toBe('↵⏎one\ntwo\n↵');
  });

  test(
    'a composed character that does not fit is left out whole',
    { tag: '@chromium' },
    async ({ person }) => {
      const ada = await person('Ada');
      await openAddDialog(ada);
      await thoughtBox(ada).fill('x'.repeat(147));
      await thoughtBox(ada).press('End');
      await compose(ada, '👍👍');
      await expect(thoughtBox(ada)).toHaveValue(`${'x'.repeat(147)}👍`);
      await press(ada.getByRole('button', { name: 'Add', exact: true }));
      await expect(cardOf(ada, `${'x'.repeat(147)}👍`)).toBeVisible();
    },
  );
});

/** Types a text as an input method does, and commits it. */
async function compose(page: Page, text: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const [selectionStart, selectionEnd] = [text.length, text.length];
  await devtools.send('Input.imeSetComposition', { text, selectionStart, selectionEnd });
  await devtools.send('Input.insertText', { text });
}

/** Pastes from the real clipboard: Firefox hides the contents of one that a script made. */
async function paste(field: Locator, text: string): Promise<void> {
  const { keyboard } = field.page();
  const source = await field.evaluateHandle((element, selected) => {
    const box = document.createElement('textarea');
    box.value = selected;
    element.after(box);
    box.select();
    return box;
  }, text);
  await keyboard.press('Control+c');
  await source.evaluate((box) => box.remove());
  await field.focus();
  await keyboard.press('Control+v');
}
