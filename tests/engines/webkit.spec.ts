import { Key, type WebElement } from 'selenium-webdriver';
import { startTrial } from '#tests/faults/support/trial.ts';
import type { Crowd } from '#tests/e2e/api-users.ts';
import { BELOW_BAR } from '#tests/e2e/card-place.ts';
import { createChanges, MAY_MOVE, mostOff, notePaints } from '#tests/e2e/steady.ts';
import { expect, test, type Reader } from './webkit-fixtures.ts';

const BOX = 'dialog textarea';

test('thoughts are written, edited and deleted, and those of others come in live', async ({
  ada,
  crowd,
}) => {
  const theirs = await crowd.add('theirs');
  await ada.card('theirs');
  await crowd.edit(theirs, 'theirs, edited');
  await ada.card('theirs, edited');

  await ada.press('create new thoughts');
  await (await ada.find(BOX)).sendKeys('mine');
  await ada.press('Add');
  const mine = await ada.card('mine');
  await expect.poll(ada.texts).toEqual(['mine', 'theirs, edited']);
  await ada.press('Edit', mine);
  await ada.keys(', edited', Key.ENTER);
  await ada.card('mine, edited');
  await crowd.remove(theirs);
  await expect.poll(ada.texts).toEqual(['mine, edited']);
  await ada.press('Delete', mine);
  await expect.poll(ada.texts).toEqual([]);
});

test('200 inserts, edits and removals above move the first visible card by nothing', async ({
  ada,
  crowd,
}) => {
  const trial = startTrial('steady reading');
  const ids = await addThoughts(ada, crowd);
  const item = await itemOf(ada, 'thought 12;');
  const topOf = async (): Promise<number> => ada.driver.executeScript(placeOf, item);
  await ada.driver.executeScript(scrollPage, (await topOf()) - BELOW_BAR);
  await untilAtRest(ada);
  const before = await topOf();
  expect(Math.abs(before - BELOW_BAR)).toBeLessThanOrEqual(1);
  await ada.driver.executeScript(notePaints, item);
  const change = createChanges(crowd, ids.slice(13));
  for (let step = 0; step < 200; step += 1) await change(step);
  await expect.poll(() => ada.driver.getTitle()).toMatch(/^\(\d+\) Thought Cloud$/u);
  await untilAtRest(ada);
  const most = await ada.driver.executeScript<number>(mostOff);
  const end = Math.abs((await topOf()) - before);
  trial.report(`200 changes: painted ${most} px off at most, ${end} px in the end`);
  expect(most).toBeLessThanOrEqual(MAY_MOVE);
  expect(end).toBeLessThanOrEqual(MAY_MOVE);
});

test('the profile starts at its top, and the place in the list is there again after it and after a reload', async ({
  ada,
  crowd,
}) => {
  await addThoughts(ada, crowd);
  await scrollToCard(ada, 'thought 12;');
  await ada.press('profile');
  await expect.poll(() => textOf(ada, 'h1')).toBe("Ada's Profile");
  await untilAtRest(ada);
  expect(await ada.driver.executeScript(scrolled)).toBe(0);
  const off = async (): Promise<number> =>
    Math.abs((await placeOfCard(ada, 'thought 12;')) - BELOW_BAR);
  await ada.press('Back to thoughts field');
  await expect.poll(off).toBeLessThanOrEqual(2);
  await ada.driver.navigate().refresh();
  await ada.card('thought 12;');
  await expect.poll(off).toBeLessThanOrEqual(2);
});

/** Has 40 thoughts written, and waits for them; returns their ids, oldest first. */
async function addThoughts(ada: Reader, crowd: Crowd): Promise<string[]> {
  const ids: string[] = [];
  for (let count = 0; count < 40; count += 1) ids.push(await crowd.add(`thought ${count};`));
  await ada.card('thought 39;');
  await untilAtRest(ada);
  return ids;
}

async function itemOf(ada: Reader, text: string): Promise<WebElement> {
  const card = await ada.card(text);
  return card.findElement({ xpath: './ancestor::*[@role="listitem"]' });
}

async function scrollToCard(ada: Reader, text: string): Promise<void> {
  await ada.driver.executeScript(scrollPage, (await placeOfCard(ada, text)) - BELOW_BAR);
  await untilAtRest(ada);
}

async function placeOfCard(ada: Reader, text: string): Promise<number> {
  return ada.driver.executeScript(placeOf, await itemOf(ada, text));
}

function textOf(ada: Reader, css: string): Promise<string> {
  return ada.driver.executeScript(textAt, css);
}

function textAt(css: string): string {
  return document.querySelector(css)?.textContent ?? '';
}

function scrolled(): number {
  return scrollY;
}

function placeOf(element: Element): number {
  return element.getBoundingClientRect().top;
}

function scrollPage(by: number): void {
  scrollBy({ top: by, behavior: 'instant' });
}

/**
 * Waits until nothing moves any more but what moves for ever, and the page has heard of its last
 * scroll: until then it does not know what is read.
 */
async function untilAtRest({ driver }: Reader): Promise<void> {
  await driver.executeScript(nextFrames);
  await expect.poll(() => driver.executeScript(movesFor)).toBe(0);
}

function nextFrames(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}

function movesFor(): number {
  return document
    .getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity).length;
}
