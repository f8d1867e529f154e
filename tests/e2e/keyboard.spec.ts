import type { Page } from '@playwright/test';
import { addThought, openCrowd, cardOf, say, thoughtBox } from './thoughts.ts';
import { expect, test } from './fixtures.ts';
import { drawTwice, untilAtRest } from './press.ts';

test(
  'the keyboard alone writes, edits, deletes and signs out, and the focus is seen',
  { tag: '@firebase' },
  async ({ person, consoleGuard }) => {
    // At this speed a delete may conflict with the edit under way, or the sign-out: Firestore's client reports it.
    consoleGuard.expect(
      /RPC '\w+' .*(failed-precondition|permission-denied)|40[03] .*\/documents:/su,
    );
    const ada = await person('Ada');
    const { keyboard } = ada;

    await keyboard.press('Tab');
    await expect(ada.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
    await tabTo(ada, 'create new thoughts');
    await expect(ada.locator(':focus')).toHaveCSS('outline-style', 'solid');
    await keyboard.press('Enter');
    await expect(thoughtBox(ada)).toBeFocused();
    await keyboard.type('written by hand');
    await keyboard.press('Tab');
    await expect(ada.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await expect(cardOf(ada, 'written by hand')).toBeVisible();
    await expect(ada.getByRole('button', { name: 'create new thoughts' })).toBeFocused();

    await tabTo(ada, 'Edit');
    await keyboard.press('Enter');
    await keyboard.type(', and edited');
    await keyboard.press('Enter');
    await expect(cardOf(ada, 'written by hand, and edited')).toBeVisible();
    await expect(ada.getByTitle('Edit')).toBeFocused();

    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await expect(ada.getByRole('article')).toHaveCount(0);
    await expect(ada.getByRole('heading', { name: 'Thoughts field' })).toBeFocused();

    // Tabs backwards, because the way forward leads through Firefox's own toolbars.
    await tabTo(ada, 'profile', 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(ada.getByRole('heading', { level: 1 })).toHaveText("Ada's Profile");
    await expect(ada.getByRole('heading', { level: 1 })).toBeFocused();
    await tabTo(ada, 'Log Out');
    await keyboard.press('Enter');
    await expect(ada.getByRole('group')).toBeFocused();
    await keyboard.press('Escape');
    await expect(ada.getByRole('button', { name: 'Log Out' })).toBeFocused();
    await keyboard.press('Enter');
    await keyboard.press('Tab');
    await expect(ada.getByRole('button', { name: 'Confirm' })).toBeFocused();
    await keyboard.press('Enter');
    await expect(ada).toHaveURL('/login');
  },
);

test('a held Enter is one press', async ({ person }) => {
  const ada = await person('Ada');
  await addThought(ada, 'held');
  await ada.getByTitle('Edit').focus();
  await hold(ada, 'Enter');
  await expect(ada.getByRole('article').getByRole('textbox')).toBeFocused();
  await ada.keyboard.type(' on');
  await hold(ada, 'Enter');
  await expect(cardOf(ada, 'held on')).toBeVisible();
  await expect(ada.getByTitle('Edit')).toBeFocused();
  await ada.getByTitle('create new thoughts').focus();
  await hold(ada, 'Enter');
  await expect(thoughtBox(ada)).toHaveValue('');
  await hold(ada, 'Enter');
  await expect(thoughtBox(ada)).toHaveValue(/^\n{9}$/u);
});

test(
  'at 400 % no control of a card has the focus under the bar, the round button or the pill',
  { tag: '@self-hosted' },
  async ({ person, server }) => {
    const ada = await person('Ada');
    const crowd = await openCrowd(server.url);
    for (let count = 0; count < 6; count += 1) await say(ada, `thought ${count}`);
    await ada.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await ada.getByTitle('Delete').last().focus();
    await crowd.add('waits');
    await ada.getByRole('button', { name: '1 new thought' }).waitFor();
    await expectFreeControls(ada);
  },
);

test('with text of 200 % Save is not under the round button', async ({ person }) => {
  const ada = await person('Ada');
  await ada.setViewportSize({ width: 390, height: 664 });
  await ada.evaluate(() => (document.documentElement.style.fontSize = '32px'));
  for (let count = 0; count < 2; count += 1)
    await addThought(ada, `${count} ${'and so on '.repeat(12)}`);
  await ada.getByTitle('Edit').first().press('Enter');
  await expect.poll(() => ada.getByTitle('Save').evaluate(isFree)).toBe(true);
});

/** Goes up through the controls of cards at 400 % zoom, and expects that nothing covers any of them. */
async function expectFreeControls(page: Page): Promise<void> {
  await untilAtRest(page);
  await page.setViewportSize({ width: 320, height: 180 });
  // The page brings the reader's place back once it was drawn in its new width.
  await drawTwice(page);
  await page.getByTitle('Delete').last().focus();
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press('Shift+Tab');
    await drawTwice(page);
    // A scroll up brings the round button back, which takes a moment.
    await untilAtRest(page);
    await expect.poll(() => page.locator(':focus').evaluate(isFree)).toBe(true);
  }
}

function isFree(control: Element): boolean {
  const { left, right, top, bottom } = control.getBoundingClientRect();
  const places = [top + 1, (top + bottom) / 2, bottom - 1];
  return places.every((y) => control.contains(document.elementFromPoint((left + right) / 2, y)));
}

/** Presses a key for so long that it repeats. */
async function hold(page: Page, key: string): Promise<void> {
  for (let count = 0; count < 9; count += 1) await page.keyboard.down(key);
  await page.keyboard.up(key);
}

/** Presses Tab until the element of that name has the focus. */
async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  for (let step = 0; step < 30; step += 1) {
    const focused = await page.evaluate(
      () =>
        document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
    );
    if (focused === name) return;
    await page.keyboard.press(key);
  }
  throw new Error(`The keyboard does not reach ${name}`);
}
