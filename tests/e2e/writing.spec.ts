import type { Locator, Page } from '@playwright/test';
import { toOneLine } from '#client/ui/input/text-field.ts';
import { expect, inChromium, test } from './fixtures.ts';
import { press } from './press.ts';
import { cardOf, openAddDialog, say, thoughtBox } from './thoughts.ts';

test.describe('writing', { tag: '@self-hosted' }, () => {
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
    await field.press('End');
    await paste(field, '\n↵');
    await ada.keyboard.insertText('↵');
    await field.press('Backspace');
    await field.press('Enter');
    const text = (): Promise<string> => cardOf(ada, 'one').getByRole('paragraph').innerText();
    await expect.poll(text).toBe('↵one\ntwo\n↵');
  });

  test('an edit takes as many signs for a line break as the limit has, and as many others over them', async ({
    person,
  }) => {
    const ada = await person('Ada');
    await say(ada, 'one');
    await press(cardOf(ada, 'one').getByTitle('Edit'));
    const field = ada.getByRole('textbox', { name: 'Edit thought' });
    for (const [over, pasted, text] of [
      [3, '↵'.repeat(200), '↵'.repeat(150)],
      [100, 'x'.repeat(200), `${'↵'.repeat(100)}${'x'.repeat(50)}`],
      [250, '↵\n'.repeat(100), '↵\n'.repeat(75)],
    ] as const) {
      await field.evaluate((input: HTMLInputElement, length) => {
        input.focus();
        input.setSelectionRange(input.value.length - length, input.value.length);
      }, over);
      await paste(field, pasted);
      await expect(field).toHaveValue(toOneLine(text));
    }
    await field.press('Enter');
    await expect(cardOf(ada, '↵').getByRole('paragraph')).toHaveText(/^(?:↵\s){75}$/u);
  });

  test(
    'a composed character that does not fit is left out whole',
    inChromium('No other driver composes characters'),
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

test(
  'on the profile the button that puts a text back stays in view',
  { tag: '@self-hosted' },
  async ({ person }) => {
    const ada = await person('Ada');
    await ada.setViewportSize({ width: 390, height: 664 });
    for (let count = 0; count < 12; count += 1) await say(ada, `thought ${count};`);
    await press(ada.getByTitle('profile'));
    await press(cardOf(ada, 'thought 11;').getByTitle('Delete'));
    await ada.evaluate(() => scrollTo({ top: 600, behavior: 'instant' }));
    await expect(ada.getByTitle('Put back')).toBeInViewport({ ratio: 1 });
    await press(ada.getByTitle('Put back'));
    await expect(thoughtBox(ada)).toHaveValue('thought 11;');
  },
);
