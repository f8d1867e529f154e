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
  const field = await boxOf(ada.getByRole('textbox').locator('..'));
  const name = await boxOf(card.getByText('Ada', { exact: true }));
  expect(field.y).toBeGreaterThanOrEqual(name.y + name.height);
  await ada.getByRole('textbox').fill('as it will stand');
  await expect(card.getByText('as it will stand')).toBeVisible();
  expect(await boxOf(card)).toEqual(before);
});

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
