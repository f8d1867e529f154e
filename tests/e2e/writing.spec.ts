import type { Page } from '@playwright/test';
import { paste } from './bring-text.ts';
import { expect, test } from './fixtures.ts';
import { press, pressAt } from './press.ts';
import { cardOf, draftDot, openAddDialog, thoughtBox } from './thoughts.ts';

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

  test('a paste that does not fit is cut between characters, and said to be', async ({
    person,
  }) => {
    const ada = await person('Ada');
    const dialog = await openAddDialog(ada);
    await thoughtBox(ada).fill('x'.repeat(145));
    await thoughtBox(ada).press('End');
    await paste(thoughtBox(ada), '👩‍👩‍👧 more');
    await expect(thoughtBox(ada)).toHaveValue('x'.repeat(145));
    await paste(thoughtBox(ada), 'ab😀😀');
    await expect(thoughtBox(ada)).toHaveValue(`${'x'.repeat(145)}ab😀`);
    // In the dialog, because the live region of the page behind it is inert.
    await expect(
      dialog.getByRole('status').filter({ hasText: 'The text was cut to fit 150 characters' }),
    ).toHaveCount(1);
  });

  test(
    'of one that an input method composed no half is left',
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

/** Types a text as an input method does, and takes it over. */
async function compose(page: Page, text: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const [selectionStart, selectionEnd] = [text.length, text.length];
  await devtools.send('Input.imeSetComposition', { text, selectionStart, selectionEnd });
  await devtools.send('Input.insertText', { text });
}
