import type { Page } from '@playwright/test';
import { boxOf, untilStill } from './card-place.ts';
import { expect, test } from './fixtures.ts';
import { press, untilAtRest } from './press.ts';
import { cardOf, openAddDialog, say, thoughtBox } from './thoughts.ts';

test('an edit changes nothing of the height, and shows the text as it will stand', async ({
  person,
}) => {
  const ada = await person('Ada');
  await say(ada, 'one\ntwo\nthree');
  const card = cardOf(ada, 'one');
  await untilAtRest(ada);
  const before = await boxOf(card);
  await press(card.getByTitle('Edit'));
  await expect(ada.getByRole('textbox')).toBeFocused();
  expect(await boxOf(card)).toEqual(before);
  await ada.getByRole('textbox').press('End');
  await ada.keyboard.insertText(', as it will stand');
  const preview = card.locator('[aria-hidden=true]').getByText('three, as it will stand');
  await expect(preview).toBeVisible();
  expect(await boxOf(card)).toEqual(before);
  // What the field shows whole is not shown twice.
  await ada.getByRole('textbox').fill('one line');
  await expect(card.locator('div', { hasText: /^one line$/u })).toBeHidden();
});

for (const text of ['Quiet is a feature.', 'medium, '.repeat(6), 'a normal one '.repeat(9)]) {
  for (const width of [390, 1280]) {
    test(`an edit of ${text.length} characters at ${width} px moves neither the words nor the button`, async ({
      person,
    }) => {
      const ada = await person('Ada Lovelace');
      await ada.setViewportSize({ width, height: 844 });
      await say(ada, text);
      const card = cardOf(ada, text.slice(0, 8));
      await untilAtRest(ada);
      const [words, edit, name] = [
        await card.getByRole('paragraph').evaluate(lineOf),
        await boxOf(card.getByTitle('Edit')),
        await boxOf(card.getByText('Ada Lovelace')),
      ];
      await press(card.getByTitle('Edit'));
      const field = ada.getByRole('textbox');
      await field.press('Home');
      expect(await field.evaluate(lineOf)).toEqual(words);
      expect(await boxOf(card.getByTitle('Save'))).toEqual(edit);
      expect(await boxOf(card.getByText('Ada Lovelace'))).toEqual(name);
      const bin = await boxOf(card.getByTitle('Delete'));
      expect(edit.x - bin.x - bin.width).toBe(24);
    });
  }
}

test('the preview of an edit shows the caret, and nothing of the field is under the round button', async ({
  person,
}) => {
  const ada = await person('Ada');
  await ada.setViewportSize({ width: 390, height: 844 });
  await say(ada, `${'Walking is the best desk there is, and rain the best clock. '.repeat(2)}Yes.`);
  for (const number of [1, 2, 3]) await say(ada, `and a thought, ${number}`);
  await untilAtRest(ada);
  // So low that the field would come up beside the middle of the button.
  const { y } = await boxOf(cardOf(ada, 'Walking'));
  await ada.setViewportSize({ width: 390, height: Math.round(y) + 130 });
  await press(cardOf(ada, 'Walking').getByTitle('Edit'));
  const below = (): Promise<number> =>
    ada.locator('[dir=auto][aria-hidden=true]').last().evaluate(belowPreview);
  await expect.poll(below).toBeLessThanOrEqual(1);
  const [field, round] = [
    await boxOf(ada.getByRole('textbox')),
    await boxOf(ada.getByRole('button', { name: 'create new thoughts' })),
  ];
  expect(field.y + field.height).toBeLessThanOrEqual(round.y);
});

test('the page behind the dialog rests, and scrolls again after it', async ({ person }) => {
  const ada = await person('Ada');
  await addTallThoughts(ada);
  await ada.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }));
  await untilStill(ada, 'thought 1');
  const before = await boxOf(cardOf(ada, 'thought 1'));
  await openAddDialog(ada);
  await ada.mouse.move(640, 700);
  await ada.mouse.wheel(0, 400);
  await untilAtRest(ada);
  // Across nothing moves either, but where scrollbars are hidden the place kept for one shows.
  expect((await boxOf(cardOf(ada, 'thought 1'))).y).toBe(before.y);
  await ada.keyboard.press('Escape');
  await ada.mouse.wheel(0, 400);
  await expect.poll(async () => (await boxOf(cardOf(ada, 'thought 1'))).y).toBeLessThan(before.y);
});

test(
  'the box grows with its text, and Add stays in reach in a low window',
  { tag: '@touch' },
  async ({ person }) => {
    const ada = await person('Ada');
    await ada.setViewportSize({ width: 390, height: 700 });
    const dialog = await openAddDialog(ada);
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

test('after Save by mouse the pen has the focus without a ring, after Enter with one', async ({
  person,
}) => {
  const ada = await person('Ada');
  await say(ada, 'saved');
  for (const [width, isByMouse] of [
    ['0px', true],
    ['2px', false],
  ] as const) {
    await press(ada.getByTitle('Edit'));
    await ada.keyboard.type('!');
    await (isByMouse ? press(ada.getByTitle('Save')) : ada.keyboard.press('Enter'));
    await expect(ada.getByTitle('Edit')).toBeFocused();
    const ring = (): Promise<string> =>
      ada.getByTitle('Edit').evaluate((pen) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(pen);
        return outlineStyle === 'none' ? '0px' : outlineWidth;
      });
    await expect.poll(ring).toBe(width);
  }
});

/** Where the first line of a text begins, how high it is, and how its letters look. */
function lineOf(text: Element): Record<string, string | number> {
  const { x, y } = text.getBoundingClientRect();
  const { fontSize, fontWeight, letterSpacing, lineHeight } = getComputedStyle(text);
  return { x, y, fontSize, fontWeight, letterSpacing, lineHeight };
}

/** How far (px) the end of a preview is below what is seen of it. */
function belowPreview(preview: Element): number {
  const range = document.createRange();
  range.selectNodeContents(preview);
  return range.getBoundingClientRect().bottom - preview.getBoundingClientRect().bottom;
}

/** More than a screen of thoughts. */
async function addTallThoughts(page: Page): Promise<void> {
  for (const count of [0, 1, 2]) await say(page, `thought ${count}${'\nline'.repeat(20)}`);
  await untilAtRest(page);
}
