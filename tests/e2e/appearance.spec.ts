import type { Page } from '@playwright/test';
import { drawTwice } from './draw-twice.ts';
import { expect, test } from './fixtures.ts';
import { press } from './press.ts';
import { addThought, cardOf, draftDot, openAddDialog, thoughtBox } from './thoughts.ts';

test('the colours follow the system at once', { tag: '@chromium' }, async ({ person }) => {
  const ada = await person('Ada');
  const background = () =>
    ada.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await ada.emulateMedia({ colorScheme: 'light' });
  expect(await background()).toBe('rgb(243, 246, 250)');
  await ada.emulateMedia({ colorScheme: 'dark' });
  expect(await background()).toBe('rgb(14, 20, 28)');
});

test(
  'a printed page is light, and has cards alone below its bar',
  { tag: '@chromium' },
  async ({ person }) => {
    const ada = await person('Ada');
    await addThought(ada, 'on paper');
    await ada.emulateMedia({ colorScheme: 'dark', media: 'print' });
    await expect(cardOf(ada, 'on paper')).toBeVisible();
    await expect(ada.locator('html')).toHaveCSS('color', 'rgb(22, 32, 46)');
    await expect(ada.getByRole('banner')).toHaveCSS('position', 'absolute');
    await expect(ada.getByRole('link', { name: 'Skip to content' })).toHaveCount(0);
    await expect(ada.getByRole('button')).toHaveCount(0);
  },
);

test('the dot of a waiting draft has the colours of its button, and is no warning', async ({
  person,
}) => {
  const ada = await person('Ada');
  await ada.emulateMedia({ colorScheme: 'light' });
  await openAddDialog(ada);
  await thoughtBox(ada).fill('half');
  await ada.keyboard.press('Escape');
  await expect(draftDot(ada)).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  const button = ada.getByRole('button', { name: 'create new thoughts' });
  const accent = await button.evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect(draftDot(ada)).toHaveCSS('border-top-color', accent);
});

test.describe('with reduced motion', () => {
  // From the beginning: what had begun to move before would still be told of.
  test.use({ reducedMotion: 'reduce' });

  test('nothing moves', { tag: '@chromium' }, async ({ person }) => {
    const ada = await person('Ada');
    await addThought(ada, 'the first of a list comes with it');
    await markMotion(ada);
    await addThought(ada, 'perfectly still');
    await cardOf(ada, 'perfectly still').getByTitle('Edit').hover();
    await openAddDialog(ada);
    await ada.keyboard.press('Escape');
    await drawTwice(ada);
    expect(await moved(ada)).toBe('');
  });
});

test('without that wish a new card moves in', async ({ person }) => {
  const ada = await person('Ada');
  await ada.emulateMedia({ reducedMotion: 'no-preference' });
  await addThought(ada, 'the first of a list comes with it');
  await markMotion(ada);
  await addThought(ada, 'here I come');
  await expect.poll(() => moved(ada)).toContain('ARTICLE animationstart');
});

test(
  'with forced colours the buttons keep an outline',
  { tag: '@chromium' },
  async ({ person }) => {
    const ada = await person('Ada');
    await ada.emulateMedia({ forcedColors: 'active' });
    const widthOf = (name: string) =>
      ada
        .getByRole('button', { name })
        .evaluate((element) => getComputedStyle(element).borderTopWidth);
    expect(await widthOf('create new thoughts')).toBe('2px');
    await openAddDialog(ada);
    expect(await widthOf('Cancel')).toBe('1px');
  },
);

test('the board can be installed: its manifest and icons are there', async ({ visitor }) => {
  const page = await visitor();
  await page.goto('/login');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await page.request.get(address ?? '');
  expect(manifest.ok()).toBe(true);
  const { name, display, icons } = await manifest.json();
  expect([name, display]).toEqual(['Thought Cloud', 'standalone']);
  for (const { src } of icons) expect((await page.request.get(src)).ok()).toBe(true);
});

test('a right-to-left text and name keep their direction in a left-to-right page', async ({
  person,
}) => {
  const noor = await person('نور الدين');
  await addThought(noor, 'غيمة صغيرة فوق البحر!');
  const direction = await cardOf(noor, 'غيمة')
    .getByRole('paragraph')
    .evaluate((element) => getComputedStyle(element).direction);
  expect(direction).toBe('rtl');
});

test('a right-to-left name stands where the label of its tile does', async ({ person }) => {
  const noor = await person('نور الدين');
  await press(noor.getByRole('link', { name: 'profile' }));
  const left = (of: string): Promise<number> =>
    noor
      .locator(of)
      .first()
      .evaluate((element) => element.getBoundingClientRect().left);
  await noor.locator('dl bdi').first().waitFor();
  expect(await left('dl bdi')).toBeCloseTo(await left('dt'), 0);
  const inside = noor.locator('dl bdi').first();
  await expect(inside).toHaveCSS('direction', 'rtl');
});

test('so does every line of a long one, in either direction of the page', async ({ person }) => {
  const noor = await person('نور الدين '.repeat(9).trim());
  await press(noor.getByRole('link', { name: 'profile' }));
  const name = noor.getByRole('definition').first();
  for (const [direction, side] of [
    ['ltr', 'left'],
    ['rtl', 'right'],
  ] as const) {
    await noor.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction);
    const lines = await name.locator('span').evaluate((part, edge) => {
      const text = document.createRange();
      if (part.firstChild !== null) text.selectNode(part.firstChild);
      return [...text.getClientRects()].map((line) => Math.round(line[edge]));
    }, side);
    const edge = await name.evaluate(
      (box, of) => Math.round(box.getBoundingClientRect()[of]),
      side,
    );
    expect(lines.length).toBeGreaterThan(1);
    expect(lines).toEqual(lines.map(() => edge));
  }
});

test('a sentence with a name in it keeps its order in a right-to-left page', async ({ person }) => {
  const ada = await person('Ada');
  await press(ada.getByRole('link', { name: 'profile' }));
  const heading = ada.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText("Ada's Profile");
  await ada.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  const [name = 0, rest = 0] = await heading.evaluate((element) =>
    ['Ada', 'Profile'].map((word) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { currentNode: text } = texts;
        const start = text.textContent?.indexOf(word) ?? -1;
        if (start === -1) continue;
        const range = document.createRange();
        range.setStart(text, start);
        range.setEnd(text, start + word.length);
        return range.getBoundingClientRect().left;
      }
      return NaN;
    }),
  );
  expect(name).toBeLessThan(rest);
});

/** Has the page note, from now on, what in it moves. */
async function markMotion(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { dataset } = document.body;
    const mark = ({ target, type }: Event): void => {
      const tag = target instanceof Element ? target.tagName : '';
      dataset['moved'] = `${dataset['moved'] ?? ''}${tag} ${type}; `;
    };
    for (const type of ['animationstart', 'transitionrun']) {
      document.addEventListener(type, mark, true);
    }
  });
}

/** What has moved, as `ARTICLE animationstart; `. */
async function moved(page: Page): Promise<string> {
  return (await page.locator('body').getAttribute('data-moved')) ?? '';
}
