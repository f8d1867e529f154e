import type { Locator, Page } from '@playwright/test';
import { openCrowd } from './api-users.ts';
import { expect, test } from './fixtures.ts';
import { settle, stopClock, untilDrawn, withClock } from './guard-clock.ts';
import { GUARDED_MS, press, pressTwice } from './press.ts';
import {
  addThought,
  cardOf,
  openAddDialog,
  shownTexts,
  thoughtBox,
  untilAtRest,
} from './thoughts.ts';

/** Where a control is pressed twice: in its right part, which lies over more than its middle. */
const TWICE_AT = 0.8;

const POINTERS = [
  {
    pointer: 'mouse',
    tags: ['@self-hosted', '@mouse'],
    use: { viewport: { width: 1280, height: 800 } },
    twice: clickTwice,
    // As low as it takes for an Edit to lie behind the Add of the dialog.
    adding: { height: 500, behind: 'Edit' },
  },
  {
    pointer: 'finger',
    tags: ['@self-hosted', '@chromium'],
    use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    twice: tapTwice,
    adding: { height: 844, behind: 'create new thoughts' },
  },
] as const;

for (const { pointer, tags, use, twice, adding } of POINTERS) {
  test.describe(`with a ${pointer}`, { tag: [...tags] }, () => {
    test.use(use);

    test('a double press on Delete deletes one thought', async ({ visitor }) => {
      const ada = await withClock(visitor);
      // A card that folds away would keep the next one from the pointer for a moment.
      await ada.emulateMedia({ reducedMotion: 'reduce' });
      for (const text of ['fourth', 'third', 'second', 'first']) await addThought(ada, text);
      await press(ada.getByTitle('profile'));
      await expect(ada.getByRole('article')).toHaveCount(4);
      await settle(ada);
      await twice(cardOf(ada, 'second').getByTitle('Delete'));
      await untilDrawn(ada);
      expect(await shownTexts(ada)).toEqual(['first', 'third', 'fourth']);
    });

    test('a double press on Add opens neither the dialog nor an edit', async ({ visitor }) => {
      const ada = await withClock(visitor);
      for (let count = 0; count < 6; count += 1) await addThought(ada, `thought ${count}`);
      await ada.setViewportSize({ width: use.viewport.width, height: adding.height });
      const dialog = await openAddDialog(ada);
      await thoughtBox(ada).fill('once');
      await settle(ada);
      const add = dialog.getByRole('button', { name: 'Add', exact: true });
      const point = await pointIn(add, TWICE_AT);
      await twice(add);
      await untilDrawn(ada);
      expect(await titleAt(ada, point)).toBe(adding.behind);
      await expect(cardOf(ada, 'once')).toHaveCount(1);
      await expect(ada.getByRole('textbox')).toHaveCount(0);
    });

    test('a double press on the round button publishes no draft', async ({ visitor }) => {
      const ada = await withClock(visitor);
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
      visitor,
    }) => {
      const ada = await withClock(visitor);
      for (const text of ['second', 'first']) await addThought(ada, text);
      const { x, y } = await middleOf(cardOf(ada, 'first').getByTitle('Delete'));
      const dialog = await openAddDialog(ada);
      await settle(ada);
      await pressAt(ada, { pointer, x, y });
      await pressAt(ada, { pointer, x, y });
      await expect(dialog).toBeHidden();
      await untilDrawn(ada);
      expect(await shownTexts(ada)).toEqual(['first', 'second']);
    });

    test('a card that slides under the pointer is not pressed', async ({ visitor }) => {
      const ada = await withClock(visitor);
      for (const text of ['two', 'one']) await addThought(ada, text);
      const elsewhere = await ada.context().newPage();
      await elsewhere.goto('/');
      await cardOf(elsewhere, 'one').waitFor();
      const { x, y } = await middleOf(cardOf(ada, 'one').getByTitle('Delete'));
      if (pointer === 'mouse') await ada.mouse.move(x, y);
      await settle(ada);
      const gone = cardOf(ada, 'one').waitFor({ state: 'detached' });
      await cardOf(elsewhere, 'one').getByTitle('Delete').press('Enter');
      await gone;
      await pressAt(ada, { pointer, x, y });
      await untilDrawn(ada);
      expect(await shownTexts(ada)).toEqual(['two']);
    });

    test('what arrives moves nothing under a pointer in the list', async ({ visitor, server }) => {
      test.skip(pointer === 'finger', 'A finger is in the list only while it is down.');
      const ada = await withClock(visitor);
      const crowd = await openCrowd(server.url, 1);
      for (const text of ['two', 'one']) await addThought(ada, text);
      const { x, y } = await middleOf(cardOf(ada, 'two').getByTitle('Delete'));
      await ada.mouse.move(x, y);
      await settle(ada);
      await crowd.add('a newcomer');
      await expect(ada.getByRole('button', { name: '1 new thought' })).toBeVisible();
      await pressAt(ada, { pointer, x, y });
      await expect(cardOf(ada, 'two')).toHaveCount(0);
      await ada.mouse.move(0, 0);
      await ada.getByRole('link', { name: 'profile' }).focus();
      await expect(async () =>
        expect(await shownTexts(ada)).toEqual(['a newcomer', 'one']),
      ).toPass();
    });
  });
}

test('a second press on Edit does not save at once', async ({ visitor }) => {
  const ada = await withClock(visitor);
  await addThought(ada, 'to edit');
  await settle(ada);
  await pressTwice(cardOf(ada, 'to edit').getByTitle('Edit'));
  await expect(ada.getByTitle('Save')).toBeVisible();
});

test('the keyboard is never too fast', async ({ visitor }) => {
  const ada = await withClock(visitor);
  for (const text of ['third', 'second', 'first']) await addThought(ada, text);
  await cardOf(ada, 'first').getByTitle('Delete').press('Enter');
  await cardOf(ada, 'second').getByTitle('Delete').press('Enter');
  await expect(ada.getByRole('article')).toHaveCount(1);
});

test('nor is it where its click counts as one, as on a link in Firefox', async ({ visitor }) => {
  const ada = await withClock(visitor);
  for (const text of ['third', 'second', 'first']) await addThought(ada, text);
  await stopClock(ada);
  await cardOf(ada, 'first').getByTitle('Delete').press('Enter');
  await cardOf(ada, 'second')
    .getByTitle('Delete')
    .dispatchEvent('click', { detail: 1, bubbles: true, cancelable: true });
  await untilDrawn(ada);
  expect(await shownTexts(ada)).toEqual(['third']);
});

for (const [after, isPressed] of [
  [GUARDED_MS - 50, false],
  [GUARDED_MS + 50, true],
] as const) {
  test(
    `a control that moved ${after} ms ago ${isPressed ? 'can' : 'cannot'} be pressed`,
    { tag: '@mouse' },
    async ({ visitor }) => {
      const ada = await withClock(visitor);
      for (const text of ['third', 'second', 'first']) await addThought(ada, text);
      const { x, y } = await middleOf(cardOf(ada, 'first').getByTitle('Delete'));
      await ada.mouse.move(x, y);
      await settle(ada);
      await stopClock(ada);
      await cardOf(ada, 'first').getByTitle('Delete').press('Enter');
      await untilDrawn(ada);
      // The guard sees where everything stands now.
      await ada.clock.runFor(20);
      await ada.clock.runFor(after - 20);
      await ada.mouse.down();
      await ada.mouse.up();
      await untilDrawn(ada);
      expect(await shownTexts(ada)).toEqual(isPressed ? ['third'] : ['second', 'third']);
    },
  );
}

test.describe('on a phone', { tag: '@chromium' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  for (const [move, to] of [
    ['a rotation', { width: 844, height: 390 }],
    ['a resize', { width: 500, height: 700 }],
  ] as const) {
    test(`what ${move} has moved can be pressed at once`, async ({ visitor }) => {
      const ada = await withClock(visitor);
      await addThought(ada, 'moved');
      await settle(ada);
      await stopClock(ada);
      const before = await middleOf(cardOf(ada, 'moved').getByTitle('Delete'));
      await ada.setViewportSize(to);
      const { x, y } = await middleOf(cardOf(ada, 'moved').getByTitle('Delete'));
      expect({ x, y }).not.toEqual(before);
      await ada.touchscreen.tap(x, y);
      await expect(cardOf(ada, 'moved')).toHaveCount(0);
    });
  }
});

test.describe('on a phone', { tag: '@chromium' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  test('who goes on tapping Add is heard', async ({ visitor }) => {
    const ada = await withClock(visitor);
    await openAddDialog(ada);
    await thoughtBox(ada).fill('waiting');
    await ada.keyboard.press('Escape');
    await settle(ada);
    await stopClock(ada);
    const dialog = ada.getByRole('dialog', { name: 'Add thought' });
    const opening = await middleOf(ada.getByRole('button', { name: 'create new thoughts' }));
    await ada.touchscreen.tap(opening.x, opening.y);
    await expect(dialog).toBeVisible();
    await ada.clock.runFor(300);
    const add = await middleOf(dialog.getByRole('button', { name: 'Add', exact: true }));
    // Else no tap could be taken for an echo.
    expect(Math.hypot(add.x - opening.x, add.y - opening.y)).toBeLessThan(32);
    let taps = 0;
    for (; taps < 8 && (await dialog.isVisible()); taps += 1) {
      await ada.touchscreen.tap(add.x, add.y);
      await untilDrawn(ada);
      await ada.clock.runFor(300);
    }
    expect(taps).toBeLessThan(5);
    await expect(cardOf(ada, 'waiting')).toBeVisible();
  });
});

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
