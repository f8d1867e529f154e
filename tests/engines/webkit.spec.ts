import { Key, type WebElement } from 'selenium-webdriver';
import { startTrial } from '#tests/faults/support/trial.ts';
import { addMany, type Crowd } from '#tests/e2e/thoughts.ts';
import {
  BELOW_BAR,
  createChanges,
  MAX_SHIFT_PX,
  maxShift,
  trackShift,
} from '#tests/e2e/card-place.ts';
import { AXE, runAxe } from '#tests/e2e/axe.ts';
import { judgeLayout, KINDS, measure, type Layout } from '#tests/e2e/layout.ts';
import { movesOver, twoFrames } from '#tests/e2e/press.ts';
import { expect, middleOf, type Reader, test } from './webkit-fixtures.ts';

const BOX = 'dialog textarea';

test('200 inserts, edits and removals above do not move the first visible card', async ({
  ada,
  crowd,
}) => {
  const trial = startTrial('steady reading');
  const ids = await addThoughts(ada, crowd);
  await scrollToCard(ada, 'thought 12;');
  const before = await placeOfCard(ada, 'thought 12;');
  expect(Math.abs(before - BELOW_BAR)).toBeLessThanOrEqual(1);
  await ada.driver.executeScript(trackShift, await itemOf(ada, 'thought 12;'));
  const change = createChanges(crowd, ids.slice(13));
  for (let step = 0; step < 200; step += 1) await change(step);
  await expect.poll(() => ada.driver.getTitle()).toMatch(/^\(\d+\) Thought Cloud$/u);
  await untilAtRest(ada);
  const most = await ada.driver.executeScript<number>(maxShift);
  const end = Math.abs((await placeOfCard(ada, 'thought 12;')) - before);
  trial.report(`200 changes: painted ${most} px off at most, ${end} px in the end`);
  expect(most).toBeLessThanOrEqual(MAX_SHIFT_PX);
  expect(end).toBeLessThanOrEqual(MAX_SHIFT_PX);
});

test('a scroll leads as far as it should, down and up', async ({ ada, crowd }) => {
  await addThoughts(ada, crowd);
  await scrollToCard(ada, 'thought 12;');
  for (const by of [180, 250, -120, -90]) {
    const before = await placeOfCard(ada, 'thought 12;');
    await ada.driver.executeScript((top: number) => scrollBy({ top, behavior: 'instant' }), by);
    await untilAtRest(ada);
    const off = Math.abs((await placeOfCard(ada, 'thought 12;')) - (before - by));
    expect(off, `scrolled by ${by}`).toBeLessThanOrEqual(MAX_SHIFT_PX);
  }
});

test('the profile starts at its top, and the place in the list is restored after it and after a reload', async ({
  ada,
  crowd,
}) => {
  await addThoughts(ada, crowd);
  await scrollToCard(ada, 'thought 12;');
  await ada.press('profile');
  await expect.poll(async () => (await ada.find('h1')).getText()).toBe("Ada's Profile");
  await untilAtRest(ada);
  expect(await ada.driver.executeScript(() => scrollY)).toBe(0);
  const off = async (): Promise<number> =>
    Math.abs((await placeOfCard(ada, 'thought 12;')) - BELOW_BAR);
  await ada.press('Back to thoughts field');
  await expect.poll(off).toBeLessThanOrEqual(2);
  await ada.driver.navigate().refresh();
  await ada.card('thought 12;');
  await expect.poll(off).toBeLessThanOrEqual(2);
});

test('a double press on Delete deletes one thought, and one on the round button adds no draft', async ({
  ada,
  crowd,
}) => {
  await crowd.add('theirs');
  for (const text of ['third', 'second', 'first']) {
    await ada.press('create new thoughts');
    await (await ada.find(BOX)).sendKeys(text);
    await ada.press('Add');
    await ada.card(text);
  }
  await pressTwice(ada, await named(await ada.card('second'), 'Delete'));
  await untilAtRest(ada);
  expect(await ada.texts()).toEqual(['first', 'third', 'theirs']);
  await ada.press('create new thoughts');
  await (await ada.find(BOX)).sendKeys('a draft', Key.ESCAPE);
  await pressTwice(ada, await ada.find('[title="create new thoughts"]'));
  await untilAtRest(ada);
  expect(await (await ada.find(BOX)).getAttribute('value')).toBe('a draft');
  expect(await ada.texts()).toEqual(['first', 'third', 'theirs']);
});

test('the keyboard alone writes, edits and deletes', async ({ ada }) => {
  await (await ada.find('[title="Write the first thought"]')).sendKeys(Key.ENTER);
  await ada.find(BOX);
  await ada.keys('by hand', Key.TAB, Key.TAB, Key.ENTER);
  const mine = await ada.card('by hand');
  await expect.poll(() => ada.driver.executeScript(focused)).toBe('Thoughts field');
  await (await named(mine, 'Edit')).sendKeys(Key.ENTER);
  await ada.keys(', edited', Key.ENTER);
  await ada.card('by hand, edited');
  await expect.poll(() => ada.driver.executeScript(focused)).toBe('Edit');
  await (await named(await ada.card('by hand, edited'), 'Delete')).sendKeys(Key.ENTER);
  await expect.poll(ada.texts).toEqual([]);
  await expect.poll(() => ada.driver.executeScript(focused)).toBe('Thoughts field');
});

test('an edit moves neither the words nor the button, and tells a line break from its sign', async ({
  ada,
  crowd,
}) => {
  await crowd.add('theirs');
  await ada.press('create new thoughts');
  const box = await ada.find(BOX);
  await box.sendKeys('Loud', Key.ENTER, 'is none.');
  await holdControl(ada, 'a');
  await holdControl(ada, 'x');
  await box.sendKeys('Quiet is a feature.');
  await ada.press('Add');
  const card = await ada.card('Quiet is a feature.');
  await untilAtRest(ada);
  const [words, edit] = [
    await ada.driver.executeScript(boxOf, await card.findElement({ css: 'p' })),
    await ada.driver.executeScript(boxOf, await named(card, 'Edit')),
  ];
  await ada.press('Edit', card);
  const field = await ada.find('article input');
  expect(await ada.driver.executeScript(boxOf, field)).toEqual(words);
  expect(await ada.driver.executeScript(boxOf, await named(card, 'Save'))).toEqual(edit);
  await ada.keys(' ↵');
  await holdControl(ada, 'v');
  await ada.keys(Key.ENTER);
  await expect.poll(ada.texts).toContain('Quiet is a feature. ↵Loud\nis none.');
});

test('every screen is laid out well, and has no findings of axe', async ({
  ada,
  crowd,
  server,
}) => {
  await crowd.add('Somebody left a piano on the pavement and now the whole street is out of tune.');
  await write(ada, 'Tea first, then the analytical engine.');
  const screens: [string, () => Promise<unknown>][] = [
    ['feed', async () => {}],
    ['dialog', () => ada.press('create new thoughts').then(() => ada.keys('half a thought'))],
    ['edit', () => ada.keys(Key.ESCAPE).then(() => ada.press('Edit'))],
    ['profile', () => ada.keys(Key.ESCAPE).then(() => ada.press('profile'))],
    ['logout', () => ada.press('Log Out')],
    ['login', () => ada.press('Confirm')],
    ['error', () => ada.driver.get(`${server.url}/nowhere`)],
  ];
  for (const [name, open] of screens) {
    await open();
    for (const width of [1280, 520]) {
      await ada.driver.manage().window().setRect({ width, height: 900 });
      await untilAtRest(ada);
      await ada.driver.executeScript(`${AXE}; window.axe = axe`);
      const layout = await ada.driver.executeScript<Layout>(measure, KINDS);
      const findings = await ada.driver.executeScript<string[][]>(runAxe);
      expect([name, width, ...judgeLayout(layout), ...findings]).toEqual([name, width]);
    }
  }
});

test('a draft outlives Escape and a reload, and no key writes more than 150 characters', async ({
  ada,
}) => {
  await ada.press('create new thoughts');
  await (await ada.find(BOX)).sendKeys('x'.repeat(160), Key.ESCAPE);
  await ada.find('[aria-label="A draft is waiting"]');
  await ada.driver.navigate().refresh();
  await ada.press('create new thoughts');
  expect(await (await ada.find(BOX)).getAttribute('value')).toBe('x'.repeat(150));
});

test('what is written without a server is sent once it is back, and the bar says so', async ({
  ada,
  server,
}) => {
  await ada.find('[aria-label="Live"]');
  await server.stop();
  await ada.find('[aria-label="Reconnecting"]');
  await write(ada, 'in the tunnel');
  await ada.find('[aria-label="Sending"]');
  await server.start();
  await ada.find('[aria-label="Live"]');
  await expect
    .poll(() => ada.driver.findElements({ css: '[aria-label="Sending"]' }))
    .toHaveLength(0);
  expect(await ada.texts()).toEqual(['in the tunnel']);
});

test('thoughts of others wait while one edits, and a press on their number shows them', async ({
  ada,
  crowd,
}) => {
  await crowd.add('an earlier one');
  await write(ada, 'mine');
  await untilAtRest(ada);
  await ada.press('Edit', await ada.card('mine'));
  await ada.find('article input');
  await crowd.add('theirs');
  await expect.poll(() => ada.driver.getTitle()).toBe('(1) Thought Cloud');
  expect(await ada.texts()).toEqual(['mine', 'an earlier one']);
  await ada.press('1 new thought');
  await ada.card('theirs');
});

/** Adds a thought by the dialog, and waits for its card. */
async function write(ada: Reader, text: string): Promise<void> {
  await ada.press('create new thoughts');
  await (await ada.find(BOX)).sendKeys(text);
  await ada.press('Add');
  await ada.card(text);
}

/** Lets the crowd write 40 thoughts, and waits for them; returns their ids, oldest first. */
async function addThoughts(ada: Reader, crowd: Crowd): Promise<string[]> {
  const ids = await addMany(crowd, 40, (index) => `thought ${index};`);
  await ada.card('thought 39;');
  await untilAtRest(ada);
  return ids;
}

async function itemOf(ada: Reader, text: string): Promise<WebElement> {
  const card = await ada.card(text);
  return card.findElement({ xpath: './ancestor::*[@role="listitem"]' });
}

async function scrollToCard(ada: Reader, text: string): Promise<void> {
  const by = (await placeOfCard(ada, text)) - BELOW_BAR;
  await ada.driver.executeScript((top: number) => scrollBy({ top, behavior: 'instant' }), by);
  await untilAtRest(ada);
}

async function placeOfCard(ada: Reader, text: string): Promise<number> {
  const item = await itemOf(ada, text);
  return ada.driver.executeScript((it: Element) => it.getBoundingClientRect().top, item);
}

function named(card: WebElement, title: string): Promise<WebElement> {
  return card.findElement({ css: `[title="${title}"]` });
}

/** Presses the middle of a control twice, as fast as the driver can. */
async function pressTwice({ driver }: Reader, control: WebElement): Promise<void> {
  const place = await driver.executeScript<{ x: number; y: number }>(middleOf, control);
  await driver.actions().move(place).press().release().press().release().perform();
  await driver.actions().move({ x: 0, y: 0 }).perform();
}

function focused(): string {
  const { activeElement } = document;
  return activeElement?.getAttribute('title') ?? activeElement?.textContent ?? '';
}

function boxOf(element: Element): { x: number; y: number } {
  const { x, y } = element.getBoundingClientRect();
  return { x, y };
}

/**
 * Waits until nothing moves except what moves for ever, and the page has received its last scroll event:
 * until then it does not know which card is read.
 */
async function untilAtRest({ driver }: Reader): Promise<void> {
  await driver.executeScript(twoFrames);
  await driver.executeScript(movesOver);
}

async function holdControl({ driver }: Reader, key: string): Promise<void> {
  await driver.actions().keyDown(Key.CONTROL).sendKeys(key).keyUp(Key.CONTROL).perform();
}
