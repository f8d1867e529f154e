import type { Page } from '@playwright/test';
import { openCrowd } from './api-users.ts';
import { scrollToCard, topOf } from './card-place.ts';
import { expect, test } from './fixtures.ts';
import { addThought, cardOf, shownTexts, thoughtBox, untilAtRest } from './thoughts.ts';

test('n writes, Ctrl+Enter adds, j and k walk, e edits', async ({ person }) => {
  const ada = await person('Ada');
  const { keyboard } = ada;
  for (const text of ['one', 'two']) {
    await keyboard.press('n');
    await expect(thoughtBox(ada)).toBeFocused();
    await expect(thoughtBox(ada)).toHaveValue('');
    await keyboard.type(text);
    await keyboard.press('Control+Enter');
    await cardOf(ada, text).waitFor();
  }
  await keyboard.press('j');
  await expect(focusedCard(ada)).toContainText('two');
  await keyboard.press('j');
  await expect(focusedCard(ada)).toContainText('one');
  await keyboard.press('e');
  await keyboard.type(', njek.');
  await keyboard.press('Enter');
  await expect(cardOf(ada, 'one, njek.')).toBeVisible();
  await keyboard.press('k');
  await expect(focusedCard(ada)).toContainText('two');
});

test('Ctrl+Enter adds once, wherever in the dialog the focus is', async ({ person }) => {
  const ada = await person('Ada');
  const { keyboard } = ada;
  for (const name of ['Cancel', 'Add']) {
    await keyboard.press('n');
    await keyboard.type(`from ${name}`);
    await ada.getByRole('button', { name, exact: true }).focus();
    await keyboard.press('Control+Enter');
    await expect(ada.locator('dialog')).toHaveCount(0);
    await cardOf(ada, `from ${name}`).waitFor();
  }
  await keyboard.press('n');
  await keyboard.type('given up');
  await ada.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(ada.locator('dialog')).toHaveCount(0);
  await ada.reload();
  await expect.poll(() => shownTexts(ada)).toEqual(['from Add', 'from Cancel']);
});

test('no key acts in the bar, in a dialog, or with Ctrl, Meta or Alt', async ({ person }) => {
  const ada = await person('Ada');
  await addThought(ada, 'mine');
  await ada.getByRole('link', { name: 'profile' }).focus();
  for (const key of ['n', 'j', 'e', '.']) await ada.keyboard.press(key);
  await expect(ada.getByRole('link', { name: 'profile' })).toBeFocused();
  await ada.locator('h1').focus();
  for (const modifier of ['Alt', 'Meta']) await ada.keyboard.press(`${modifier}+n`);
  await expect(ada.getByRole('dialog')).toHaveCount(0);
  await ada.keyboard.press('n');
  await ada.keyboard.press('Tab');
  await ada.keyboard.press('j');
  await expect(ada.getByRole('button', { name: 'Cancel' })).toBeFocused();
});

test('a key that is held down does nothing where the focus has moved meanwhile', async ({
  person,
}) => {
  const ada = await person('Ada');
  const dialog = ada.getByRole('dialog', { name: 'Add thought' });
  await ada.getByTitle('create new thoughts').focus();
  await hold(ada, 'Enter');
  await expect(thoughtBox(ada)).toHaveValue('');
  await ada.keyboard.press('Escape');
  // A closed one that is still in the page counts, too: it keeps the keys from acting.
  await expect(ada.locator('dialog')).toHaveCount(0);
  await hold(ada, 'n');
  await expect(thoughtBox(ada)).toHaveValue('');

  await hold(ada, 'a');
  await expect(thoughtBox(ada)).toHaveValue('aaaa');
  await hold(ada, 'Enter');
  await expect(thoughtBox(ada)).toHaveValue('aaaa\n\n\n\n');
  await dialog.getByRole('button', { name: 'Add', exact: true }).focus();
  await hold(ada, 'Enter');
  await cardOf(ada, 'aaaa').waitFor();
  await expect(dialog).toHaveCount(0);

  await ada.getByTitle('Edit').focus();
  await hold(ada, 'Enter');
  await expect(ada.getByRole('textbox', { name: 'Edit thought' })).toBeFocused();
  await ada.getByTitle('Save').focus();
  await hold(ada, 'Enter');
  await expect(ada.getByTitle('Edit')).toBeFocused();
});

test('a cancelled text comes back by Ctrl+Z in the empty box', async ({ person }) => {
  const ada = await person('Ada');
  const { keyboard } = ada;
  await keyboard.press('n');
  await keyboard.type('given up too soon');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(ada.locator('dialog')).toHaveCount(0);
  await keyboard.press('n');
  await expect(thoughtBox(ada)).toHaveValue('');
  await keyboard.press('Control+z');
  await expect(thoughtBox(ada)).toHaveValue('given up too soon');
  await keyboard.type(' after all');
  await keyboard.press('Control+Enter');
  await expect(cardOf(ada, 'given up too soon after all')).toBeVisible();
});

test.describe('from far below', { tag: '@self-hosted' }, () => {
  test('. shows what waits, and goes to the top', async ({ person, server }) => {
    const ada = await person('Ada');
    const crowd = await openCrowd(server.url, 2);
    for (let index = 0; index < 15; index += 1) await crowd.add(`thought ${index}`);
    await cardOf(ada, 'thought 14').waitFor();
    // Cards that still unfold would push the focused one down.
    await untilAtRest(ada);
    for (let step = 0; step < 10; step += 1) await ada.keyboard.press('j');
    await expect(focusedCard(ada)).toContainText('thought 5');
    await expect(focusedCard(ada)).toBeInViewport({ ratio: 1 });
    await crowd.add('waits');
    await ada.getByRole('button', { name: '1 new thought' }).waitFor();
    await ada.keyboard.press('.');
    await expect(focusedCard(ada)).toContainText('waits');
    for (let step = 0; step < 10; step += 1) await ada.keyboard.press('j');
    await ada.keyboard.press('.');
    await expect(ada.getByRole('heading', { name: 'Thoughts field' })).toBeFocused();
    expect(await ada.evaluate(() => scrollY)).toBe(0);
  });

  test('adding keeps the place', async ({ person, server }) => {
    const ada = await person('Ada');
    const crowd = await openCrowd(server.url, 3);
    for (let index = 0; index < 40; index += 1) await crowd.add(`thought ${index}`);
    await cardOf(ada, 'thought 39').waitFor();
    await scrollToCard(ada, 'thought 10');
    const top = await topOf(ada, 'thought 10');
    await ada.getByTitle('create new thoughts').focus();
    await ada.keyboard.press('Enter');
    await thoughtBox(ada).fill('from below');
    await ada.keyboard.press('Control+Enter');
    await expect.poll(async () => (await shownTexts(ada))[0]).toBe('from below');
    expect(Math.abs((await topOf(ada, 'thought 10')) - top)).toBeLessThan(1);
  });
});

function focusedCard(page: Page) {
  return page.locator('[role=listitem]:focus');
}

/** Holds a key down for so long that it comes four times. */
async function hold(page: Page, key: string): Promise<void> {
  for (let count = 0; count < 4; count += 1) await page.keyboard.down(key);
  await page.keyboard.up(key);
}
