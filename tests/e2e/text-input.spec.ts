import type { Locator, Page } from '@playwright/test';
import { dragWithin, drop, paste } from './bring-text.ts';
import { expect, test } from './fixtures.ts';
import { press } from './press.ts';
import { addThought, cardOf, openAddDialog, thoughtBox } from './thoughts.ts';

const FAMILY = '👨‍👩‍👧‍👦';

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

test('what looks like the mark of a line break stays itself', async ({ person }) => {
  const ada = await person('Ada');
  await addThought(ada, 'roses');
  let field = await editField(ada, 'roses');
  await ada.keyboard.insertText(' ↵');
  await field.press('Enter');
  await expect.poll(() => textOf(ada, 'roses')).toBe('roses ↵');

  await addThought(ada, 'one\ntwo');
  field = await editField(ada, 'two');
  await field.press('ArrowLeft');
  await ada.keyboard.insertText('↵');
  await ada.keyboard.type('!');
  await paste(field, '⏎\n↵');
  await field.press('Enter');
  await expect.poll(() => textOf(ada, 'one')).toBe('one\ntw↵!⏎\n↵o');
});

test('a line break that is taken out of the field comes back as one', async ({ person }) => {
  const ada = await person('Ada');
  await addThought(ada, 'one\ntwo');
  const field = await editField(ada, 'two');
  await field.press('Control+a');
  await field.press('Control+c');
  await field.press('End');
  await field.press('Control+v');
  await expect(field).toHaveValue('one↵twoone↵two');
  await field.press('Control+a');
  await field.press('Control+x');
  await expect(field).toHaveValue('');
  await field.press('Control+v');
  await field.press('Enter');
  await expect.poll(() => textOf(ada, 'one')).toBe('one\ntwoone\ntwo');
});

test('the caret stays in view behind a paste that is cut or has line breaks', async ({
  person,
}) => {
  const ada = await person('Ada');
  await ada.setViewportSize({ width: 390, height: 400 });
  const dialog = await openAddDialog(ada);
  await paste(thoughtBox(ada), 'line\n'.repeat(40));
  await expect(thoughtBox(ada)).toHaveValue('line\n'.repeat(30));
  expect(await hiddenBehind(thoughtBox(ada))).toBeLessThanOrEqual(1);
  await press(dialog.getByRole('button', { name: 'Cancel' }));

  await addThought(ada, 'begun');
  const field = await editField(ada, 'begun');
  await paste(field, '\n lines and lines and lines and lines and lines and lines');
  await expect.poll(() => hasCaretInView(field)).toBe(true);
  for (const key of ['Home', 'ArrowRight', 'ArrowRight']) await field.press(key);
  await paste(field, ' more of them, and more, and more, and more\n');
  await expect(field).toHaveValue(/^be more/u);
  await expect.poll(() => hasCaretInView(field)).toBe(true);
  await field.press('End');
  await paste(field, ', more than fits'.repeat(9));
  await expect(field).toHaveValue(/^.{150}$/u);
  await expect.poll(() => hasCaretInView(field)).toBe(true);
});

// Firefox, driven from outside, drags nothing.
test.describe('a drop', { tag: ['@mouse', '@chromium'] }, () => {
  test('that does not fit is cut between characters, and said to be', async ({ person }) => {
    const ada = await person('Ada');
    const dialog = await openAddDialog(ada);
    await thoughtBox(ada).fill('a');
    await drop(thoughtBox(ada), FAMILY.repeat(100), 200);
    await expect(thoughtBox(ada)).toHaveValue(`a${FAMILY.repeat(13)}`);
    await expect(
      dialog.getByRole('status').filter({ hasText: 'The text was cut to fit 150 characters' }),
    ).toHaveCount(1);
    await ada.keyboard.press('Control+z');
    await expect(thoughtBox(ada)).toHaveValue('a');
  });

  test('brings its line breaks along, to where it was dropped', async ({ person }) => {
    const ada = await person('Ada');
    await openAddDialog(ada);
    await thoughtBox(ada).fill('here');
    await drop(thoughtBox(ada), 'one\ntwo ', 13);
    await expect(thoughtBox(ada)).toHaveValue('one\ntwo here');
    await press(ada.getByRole('button', { name: 'Add', exact: true }));
    const field = await editField(ada, 'here');
    await drop(field, 'zero\n', 1);
    await expect(field).toHaveValue('zero↵one↵two here');
    await field.press('Enter');
    await expect.poll(() => textOf(ada, 'zero')).toBe('zero\none\ntwo here');
  });

  test('of what is selected in the field moves it', async ({ person }) => {
    const ada = await person('Ada');
    await openAddDialog(ada);
    await thoughtBox(ada).fill(`last first\n${'.'.repeat(139)}`);
    await select(thoughtBox(ada), 0, 5);
    await dragWithin(thoughtBox(ada), 20, 200);
    await expect(thoughtBox(ada)).toHaveValue(`firstlast \n${'.'.repeat(139)}`);
    await expect(ada.getByText('The text was cut')).toHaveCount(0);
    await ada.keyboard.press('Control+Enter');
    const field = await editField(ada, 'first');
    await field.press('Home');
    await expect(field).toHaveValue(`firstlast ↵${'.'.repeat(139)}`);
    await select(field, 0, 11);
    await dragWithin(field, 20, 200);
    await field.press('Enter');
    const moved = /^\.+firstlast \n\.+$/u;
    await expect.poll(() => textOf(ada, 'first')).toMatch(moved);
  });

  test('of a file, or of nothing, changes nothing', async ({ person }) => {
    const ada = await person('Ada');
    await openAddDialog(ada);
    await thoughtBox(ada).fill('as it was');
    const devtools = await ada.context().newCDPSession(ada);
    const { x = 0, y = 0 } = (await thoughtBox(ada).boundingBox()) ?? {};
    for (const files of [[import.meta.filename], []]) {
      const data = { items: [], files, dragOperationsMask: 1 };
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
        await devtools.send('Input.dispatchDragEvent', { type, x: x + 20, y: y + 14, data });
      }
    }
    await expect(thoughtBox(ada)).toHaveValue('as it was');
  });
});

async function editField(page: Page, text: string): Promise<Locator> {
  await press(cardOf(page, text).getByTitle('Edit'));
  return page.getByRole('textbox', { name: 'Edit thought' });
}

/** How much (px) of a box's text is out of view below it. */
function hiddenBehind(box: Locator): Promise<number> {
  return box.evaluate(({ scrollHeight, scrollTop, clientHeight }) => {
    return scrollHeight - scrollTop - clientHeight;
  });
}

function hasCaretInView(field: Locator): Promise<boolean> {
  return field.evaluate((input: HTMLInputElement) => {
    const { left, right, top, height } = input.getBoundingClientRect();
    const [first = 0, last = 0] = [left + 1, right - 1].map(
      (x) => document.caretPositionFromPoint(x, top + height / 2)?.offset,
    );
    const caret = input.selectionEnd ?? 0;
    return first <= caret && caret <= last;
  });
}

function textOf(page: Page, text: string): Promise<string> {
  return cardOf(page, text).getByRole('paragraph').innerText();
}

async function select(field: Locator, start: number, end: number): Promise<void> {
  await field.evaluate(
    (element: HTMLTextAreaElement, range) => element.setSelectionRange(...range),
    [start, end] as const,
  );
}
