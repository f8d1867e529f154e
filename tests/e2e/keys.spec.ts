import type { Page } from '@playwright/test';
import { openCrowd } from './api-users.ts';
import { scrollToCard, topOf } from './card-place.ts';
import { expect, test } from './fixtures.ts';
import { cardOf, shownTexts, thoughtBox } from './thoughts.ts';

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

test.describe('from far below', { tag: '@self-hosted' }, () => {
  test('. shows what waits, and goes to the top', async ({ person, server }) => {
    const ada = await person('Ada');
    const crowd = await openCrowd(server.url);
    for (let index = 0; index < 15; index += 1) await crowd.add(`thought ${index}`);
    await cardOf(ada, 'thought 14').waitFor();
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
    const crowd = await openCrowd(server.url);
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
