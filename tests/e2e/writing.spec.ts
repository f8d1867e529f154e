import type { Page } from '@playwright/test';
import { paste } from './bring-text.ts';
import { expect, signIn, test } from './fixtures.ts';
import { press, pressAt } from './press.ts';
import { addThought, cardOf, draftDot, openAddDialog, shownTexts, thoughtBox } from './thoughts.ts';

test.describe('writing', { tag: '@self-hosted' }, () => {
  test('a draft survives Esc, a press outside and a reload, and shows as a dot', async ({
    person,
  }) => {
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
  });

  test("a draft is its writer's alone, also on a shared computer", async ({ person }) => {
    const page = await person('Ada');
    await openAddDialog(page);
    await thoughtBox(page).fill('private until sent');
    await page.keyboard.press('Escape');
    await signOut(page);
    await signIn(page, 'Bob');
    await expect(draftDot(page)).toHaveCount(0);
    await openAddDialog(page);
    await expect(thoughtBox(page)).toHaveValue('');
    await page.keyboard.press('Escape');
    await signOut(page);
    await signIn(page, 'Ada');
    await openAddDialog(page);
    await expect(thoughtBox(page)).toHaveValue('private until sent');
  });

  test('a thought added after the session expired is sent once its writer is back', async ({
    person,
    consoleGuard,
  }) => {
    consoleGuard.expect(/401/u);
    const ada = await person('Ada');
    await ada.getByText('No thoughts here yet.').waitFor();
    await ada.context().clearCookies();
    const dialog = await openAddDialog(ada);
    await thoughtBox(ada).fill('too late, or is it');
    await press(dialog.getByRole('button', { name: 'Add', exact: true }));
    await expect(ada).toHaveURL(/\/login$/u);
    await signIn(ada, 'Ada');
    await expect(cardOf(ada, 'too late, or is it')).toBeVisible();
    await expect(cardOf(ada, 'too late').getByRole('img', { name: 'Sending' })).toHaveCount(0);
  });

  test('a card is pending until the server answers, and settles in its place', async ({
    person,
  }) => {
    const ada = await person('Ada');
    await addThought(ada, 'older');
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    await ada.route('**/api/thoughts/*', async (route) => {
      await answered;
      await route.continue();
    });
    await addThought(ada, 'pending');
    await expect(cardOf(ada, 'pending').getByRole('img', { name: 'Sending' })).toBeVisible();
    expect(await shownTexts(ada)).toEqual(['pending', 'older']);
    const card = await cardOf(ada, 'pending').elementHandle();
    answer();
    await expect(cardOf(ada, 'pending').getByRole('img', { name: 'Sending' })).toHaveCount(0);
    expect(await shownTexts(ada)).toEqual(['pending', 'older']);
    // The same element all along: nothing was taken away and put back.
    expect(await card?.evaluate((element) => element.isConnected)).toBe(true);
  });

  test('Ctrl+Enter adds, and twice in a row adds once', async ({ person }) => {
    const ada = await person('Ada');
    await openAddDialog(ada);
    await thoughtBox(ada).fill('by the keyboard');
    await ada.evaluate(() => {
      const box = document.activeElement;
      for (let count = 0; count < 2; count += 1) {
        const init = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true };
        box?.dispatchEvent(new KeyboardEvent('keydown', init));
      }
    });
    await expect(cardOf(ada, 'by the keyboard')).toHaveCount(1);
    await ada.reload();
    await expect(cardOf(ada, 'by the keyboard')).toHaveCount(1);
  });

  test('two tabs with one unsent thought make one row', async ({ person, consoleGuard }) => {
    consoleGuard.expect(/console error/u);
    const ada = await person('Ada');
    await ada.context().route('**/api/thoughts/*', (route) => route.abort());
    await addThought(ada, 'from two tabs');
    const second = await ada.context().newPage();
    await second.goto('/');
    await expect(cardOf(second, 'from two tabs')).toBeVisible();
    await ada.context().unroute('**/api/thoughts/*');
    await Promise.all([ada.reload(), second.reload()]);
    for (const tab of [ada, second]) {
      await expect(cardOf(tab, 'from two tabs').getByRole('img', { name: 'Sending' })).toHaveCount(
        0,
      );
      await expect(cardOf(tab, 'from two tabs')).toHaveCount(1);
    }
  });

  test('the count shows from 50 left and is said at 20, in the unit of the limit', async ({
    person,
  }) => {
    const ada = await person('Ada');
    const dialog = await openAddDialog(ada);
    await expect(dialog.locator('svg')).toHaveCount(0);
    await thoughtBox(ada).fill('x'.repeat(99));
    await expect(dialog.locator('svg')).toBeVisible();
    await expect(dialog.getByText('51')).toHaveCount(0);
    await thoughtBox(ada).fill('😀'.repeat(50));
    await expect(dialog.getByText('50')).toBeVisible();
    await expect(dialog.getByText('At most')).toHaveCount(0);
    await thoughtBox(ada).fill('😀'.repeat(65));
    await expect(dialog.getByText('20', { exact: true })).toBeVisible();
    await expect(
      dialog.getByRole('status').filter({ hasText: 'At most 20 characters left' }),
    ).toHaveCount(1);
  });

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

  test('an emoji of several units that does not fit stays out whole', async ({ person }) => {
    const ada = await person('Ada');
    await openAddDialog(ada);
    await thoughtBox(ada).fill('x'.repeat(146));
    await thoughtBox(ada).press('End');
    await ada.keyboard.insertText('👨‍👩‍👧‍👦');
    await expect(thoughtBox(ada)).toHaveValue('x'.repeat(146));
    await ada.keyboard.insertText('👍');
    await expect(thoughtBox(ada)).toHaveValue(`${'x'.repeat(146)}👍`);
  });

  test(
    'nor does a part of one that an input method composed',
    { tag: '@chromium' },
    async ({ person }) => {
      const ada = await person('Ada');
      await openAddDialog(ada);
      await thoughtBox(ada).fill('x'.repeat(146));
      await thoughtBox(ada).press('End');
      await compose(ada, '👨‍👩‍👧‍👦');
      await expect(thoughtBox(ada)).toHaveValue('x'.repeat(146));
      await compose(ada, '👍👍👍');
      await expect(thoughtBox(ada)).toHaveValue(`${'x'.repeat(146)}👍👍`);
      await press(ada.getByRole('button', { name: 'Add', exact: true }));
      await expect(cardOf(ada, `${'x'.repeat(146)}👍👍`)).toBeVisible();
    },
  );

  test('Enter saves an edit, but not while an input method composes', async ({ person }) => {
    const ada = await person('Ada');
    await addThought(ada, 'before');
    await press(cardOf(ada, 'before').getByTitle('Edit'));
    const field = ada.getByRole('textbox', { name: 'Edit thought' });
    await field.fill('after');
    await field.evaluate((input) => {
      const init = { key: 'Enter', isComposing: true, bubbles: true };
      input.dispatchEvent(new KeyboardEvent('keydown', init));
    });
    await expect(field).toBeVisible();
    await field.press('Enter');
    await expect(field).toHaveCount(0);
    await expect(cardOf(ada, 'after')).toBeVisible();
  });

  test('Esc leaves edit mode and changes nothing', async ({ person }) => {
    const ada = await person('Ada');
    await addThought(ada, 'as it was');
    await press(cardOf(ada, 'as it was').getByTitle('Edit'));
    await ada.keyboard.type(' no more');
    await ada.keyboard.press('Escape');
    await expect(ada.getByRole('textbox')).toHaveCount(0);
    await expect(cardOf(ada, 'as it was')).toBeVisible();
    await expect(ada.getByTitle('Edit')).toBeFocused();
  });

  test('an edit under way survives a reload of its tab', async ({ person }) => {
    const ada = await person('Ada');
    await addThought(ada, 'unfinished');
    await press(cardOf(ada, 'unfinished').getByTitle('Edit'));
    await ada.keyboard.type(' business');
    await ada.reload();
    await expect(ada.getByRole('textbox')).toHaveValue('unfinished business');
  });
});

async function signOut(page: Page): Promise<void> {
  await press(page.getByRole('link', { name: 'profile' }));
  await press(page.getByRole('button', { name: 'Log Out' }));
  await press(page.getByRole('button', { name: 'Confirm' }));
  await expect(page).toHaveURL(/\/login$/u);
}

/** Types a text as an input method does, and takes it over. */
async function compose(page: Page, text: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const [selectionStart, selectionEnd] = [text.length, text.length];
  await devtools.send('Input.imeSetComposition', { text, selectionStart, selectionEnd });
  await devtools.send('Input.insertText', { text });
}
