import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { settle, untilDrawn, withClock } from './guard-clock.ts';
import { press, pressTwice } from './press.ts';
import { say, cardOf, openAddDialog, shownTexts, thoughtBox, untilAtRest } from './thoughts.ts';

/** Where a control is pressed twice: in its right part, which lies over more than its middle. */
const TWICE_AT = 0.8;

const POINTERS = [
  {
    pointer: 'mouse',
    tags: ['@self-hosted', '@mouse'],
    use: { viewport: { width: 1280, height: 800 } },
    twice: clickTwice,
    // As low as it takes for a Delete to lie behind the Add of the dialog.
    adding: { height: 500, behind: 'Delete' },
  },
  {
    pointer: 'finger',
    tags: ['@self-hosted', '@finger'],
    use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    twice: tapTwice,
    adding: { height: 844, behind: 'create new thoughts' },
  },
] as const;

for (const { pointer, tags, use, twice, adding } of POINTERS) {
  test.describe(`with a ${pointer}`, { tag: [...tags] }, () => {
    test.use(use);

    test('a double press on Delete deletes one thought', async ({ signedIn }) => {
      const ada = await withClock(signedIn);
      for (const text of ['fourth', 'third', 'second', 'first']) await say(ada, text);
      await press(ada.getByTitle('profile'));
      await expect(ada.getByRole('article')).toHaveCount(4);
      await settle(ada);
      await twice(cardOf(ada, 'second').getByTitle('Delete'));
      await untilDrawn(ada);
      await expect.poll(() => shownTexts(ada)).toEqual(['first', 'third', 'fourth']);
    });

    test('a double press on Add opens neither the dialog nor an edit', async ({ signedIn }) => {
      const ada = await withClock(signedIn);
      for (let count = 0; count < 6; count += 1) await say(ada, `thought ${count}`);
      await ada.setViewportSize({ width: use.viewport.width, height: adding.height });
      const dialog = await openAddDialog(ada);
      await thoughtBox(ada).fill('once');
      await settle(ada);
      const add = dialog.getByRole('button', { name: 'Add', exact: true });
      const point = await pointIn(add, TWICE_AT);
      await twice(add);
      await untilDrawn(ada);
      await expect.poll(() => titleAt(ada, point)).toBe(adding.behind);
      await expect(cardOf(ada, 'once')).toHaveCount(1);
      await expect(ada.getByRole('textbox')).toHaveCount(0);
    });

    test('a double press on the round button publishes no draft', async ({ signedIn }) => {
      const ada = await withClock(signedIn);
      // A sheet that rises would keep its Add from the pointer for a moment.
      await ada.emulateMedia({ reducedMotion: 'reduce' });
      await openAddDialog(ada);
      await thoughtBox(ada).fill('not yet');
      await ada.keyboard.press('Escape');
      await settle(ada);
      await twice(ada.getByTitle('create new thoughts'));
      await untilDrawn(ada);
      await expect(thoughtBox(ada)).toHaveValue('not yet');
      await expect(cardOf(ada, 'not yet')).toHaveCount(0);
    });

    test('a press beside the dialog closes it and presses nothing behind it', async ({
      signedIn,
    }) => {
      const ada = await withClock(signedIn);
      for (const text of ['second', 'first']) await say(ada, text);
      const { x, y } = await middleOf(cardOf(ada, 'first').getByTitle('Delete'));
      const dialog = await openAddDialog(ada);
      await settle(ada);
      await pressAt(ada, { pointer, x, y });
      await pressAt(ada, { pointer, x, y });
      await expect(dialog).toBeHidden();
      await untilDrawn(ada);
      await expect.poll(() => shownTexts(ada)).toEqual(['first', 'second']);
    });
  });
}

test(
  'a second press on Edit does not save at once',
  { tag: '@self-hosted' },
  async ({ signedIn }) => {
    const ada = await withClock(signedIn);
    await say(ada, 'to edit');
    await settle(ada);
    await pressTwice(cardOf(ada, 'to edit').getByTitle('Edit'));
    await expect(ada.getByTitle('Save')).toBeVisible();
  },
);

async function clickTwice(control: Locator): Promise<void> {
  const { x, y } = await pointIn(control, TWICE_AT);
  await control.page().mouse.move(x, y);
  for (const clickCount of [1, 2]) {
    await control.page().mouse.down({ clickCount });
    await control.page().mouse.up({ clickCount });
  }
}

async function tapTwice(control: Locator): Promise<void> {
  const page = control.page();
  const { x, y } = await pointIn(control, TWICE_AT);
  await page.touchscreen.tap(x, y);
  await page.touchscreen.tap(x, y);
}

async function pressAt(
  page: Page,
  { pointer, x, y }: { pointer: 'mouse' | 'finger'; x: number; y: number },
): Promise<void> {
  if (pointer === 'finger') return page.touchscreen.tap(x, y);
  await page.mouse.down();
  await page.mouse.up();
}

/** The title of the control at a point, if one is there. */
function titleAt(page: Page, { x, y }: { x: number; y: number }): Promise<string | undefined> {
  return page.evaluate(
    ([left, top]) => document.elementFromPoint(left, top)?.closest('button')?.title,
    [x, y] as const,
  );
}

function middleOf(control: Locator): Promise<{ x: number; y: number }> {
  return pointIn(control, 0.5);
}

/** The point of a control, in px, that has such a part of it on its left, once nothing moves any more. */
async function pointIn(control: Locator, part: number): Promise<{ x: number; y: number }> {
  await untilAtRest(control.page());
  const box = await control.boundingBox();
  if (box === null) throw new Error('The control is not shown');
  return { x: box.x + box.width * part, y: box.y + box.height / 2 };
}
