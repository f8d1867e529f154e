import type { Locator, Page } from '@playwright/test';
import { PATHS } from '#shared/wire.ts';
import { pause } from '#tests/faults/support/pause.ts';
import { amountOf, startTrial, type Random } from '#tests/faults/support/trial.ts';
import { expect, test } from './fixtures.ts';
import { openAddDialog, thoughtBox } from './thoughts.ts';

/** Rows that the server sends at once. */
const NEWEST = 200;
/** Milliseconds between two presses of somebody in a hurry, at most. */
const HURRY_MS = 250;

/** Ways to add the text of an open dialog twice; `wait` lets a drawn moment pass. */
const WAYS: Readonly<Record<string, (add: Locator, wait: () => Promise<void>) => Promise<void>>> = {
  'two clicks': async (add, wait) => {
    const { x, y } = await pointAt(add);
    await add.page().mouse.click(x, y);
    await wait();
    await add.page().mouse.click(x, y);
  },
  'Enter twice': async (add, wait) => {
    await add.focus();
    await add.page().keyboard.press('Enter');
    await wait();
    await add.page().keyboard.press('Enter');
  },
  'Ctrl+Enter twice': async (add, wait) => {
    await add.page().keyboard.press('Control+Enter');
    await wait();
    await add.page().keyboard.press('Control+Enter');
  },
  'Enter and a click': async (add, wait) => {
    const { x, y } = await pointAt(add);
    await add.focus();
    await add.page().keyboard.press('Enter');
    await wait();
    await add.page().mouse.click(x, y);
  },
  'two tabs that both send it': async (add) => {
    const context = add.page().context();
    await context.setOffline(true);
    await add.press('Enter');
    // Both send what is unsent as soon as there is a network.
    await context.setOffline(false);
  },
};

test(
  'a thought that is added twice in a hurry, or from two tabs, is one row',
  { tag: ['@self-hosted', '@mouse'] },
  async ({ person, consoleGuard }) => {
    const trial = startTrial('one row');
    const tries = amountOf('TRIES', Object.keys(WAYS).length);
    test.setTimeout(60_000 + tries * 10_000);
    consoleGuard.expect(/console error/u);
    const page = await person('Ada');
    await openSecondTab(page);
    const texts = Array.from({ length: tries }, (_, index) => `thought ${index}`);
    for (const [index, text] of texts.entries()) {
      const [way, addTwice] = wayOf(index);
      await writeAndAdd(page, { text, addTwice, random: trial.random });
      trial.progress(() => `${text} of ${tries}, by ${way}`);
      if ((index + 1) % NEWEST > 0 && index + 1 < tries) continue;
      const newest = texts.slice(Math.max(0, index + 1 - NEWEST), index + 1);
      await expect.poll(() => storedTexts(page)).toEqual(newest.toSorted());
    }
    trial.report(`${tries} adds, each twice, by ${Object.keys(WAYS).join(', ')}: one row each`);
  },
);

interface Try {
  text: string;
  addTwice: (add: Locator, wait: () => Promise<void>) => Promise<void>;
  random: Random;
}

async function writeAndAdd(page: Page, { text, addTwice, random }: Try): Promise<void> {
  const dialog = await openAddDialog(page);
  await thoughtBox(page).fill(text);
  await addTwice(dialog.getByRole('button', { name: 'Add', exact: true }), () =>
    pause(random.below(HURRY_MS)),
  );
  await expect.poll(() => storedTexts(page)).toContain(text);
  // The second press may have opened the dialog, or an edit.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox')).toHaveCount(0);
}

function wayOf(index: number): [string, Try['addTwice']] {
  const ways = Object.entries(WAYS);
  const way = ways[index % ways.length];
  if (way === undefined) throw new Error('There are no ways.');
  return way;
}

async function openSecondTab(page: Page): Promise<void> {
  const second = await page.context().newPage();
  await second.goto('/');
  await expect(second.getByRole('img', { name: 'Live' })).toBeVisible();
  await page.bringToFront();
}

/** The texts of the newest rows of a person, in alphabetical order. */
async function storedTexts(page: Page): Promise<string[]> {
  const answer = await page.request.get(`${PATHS.thoughts}?author=me&limit=${NEWEST}`);
  const { thoughts }: { thoughts: { text: string }[] } = await answer.json();
  return thoughts.map(({ text }) => text).toSorted();
}

/** Moves the mouse onto a control; returns where that is, for clicks that wait for nothing. */
async function pointAt(control: Locator): Promise<{ x: number; y: number }> {
  await control.hover();
  const box = await control.boundingBox();
  if (box === null) throw new Error('The control is not in view.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
