import type { Locator, Page } from '@playwright/test';
import { boxOf, untilStill } from './card-place.ts';
import { drawTwice } from './draw-twice.ts';
import { expect, test } from './fixtures.ts';
import { press } from './press.ts';
import { addThought, cardOf, openAddDialog, thoughtBox, untilAtRest } from './thoughts.ts';

/** In other engines than Chromium a screenshot adds the style `body {}`, which the page's policy forbids. */
const SCREENSHOT_STYLE = /sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT\+SmwNZWA=/u;
const NOWHERE = { x: 0, y: 0, width: 0, height: 0 };

test('the cloud says that the board is live, and breathes when a thought arrives', async ({
  person,
}) => {
  const [ada, bob] = [await person('Ada'), await person('Bob')];
  await addThought(bob, 'the first');
  await expect(cardOf(ada, 'the first')).toBeVisible();
  const sign = ada.getByRole('navigation').getByRole('img', { name: 'Live' });
  await expect(sign).toBeVisible();
  await addThought(bob, 'the second');
  const breath = () => sign.locator('svg').evaluate((svg) => getComputedStyle(svg).animationName);
  await expect.poll(breath).toMatch(/breathe$/u);
  await addThought(bob, 'the third');
  await expect.poll(breath).toMatch(/breathe-again$/u);
});

test('an own card is as high as the card of someone else', async ({ person }) => {
  const [ada, bob] = [await person('Ada'), await person('Bob')];
  await addThought(ada, 'by Ada');
  await addThought(bob, 'by Bob');
  const heightOf = async (text: string) => (await boxOf(cardOf(ada, text))).height;
  await expect(cardOf(ada, 'by Bob')).toBeVisible();
  await expect.poll(() => heightOf('by Bob')).toBe(await heightOf('by Ada'));
});

test('an edit changes nothing of the height, and shows the text as it will stand', async ({
  person,
}) => {
  const ada = await person('Ada');
  await addThought(ada, 'one\ntwo\nthree');
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

test(
  'a pending card is calm at first, and dims when it takes its time',
  { tag: '@self-hosted' },
  async ({ person }) => {
    const ada = await person('Ada');
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    await ada.route('**/api/thoughts/*', async (route) => {
      await answered;
      await route.continue();
    });
    await addThought(ada, 'pending');
    const card = cardOf(ada, 'pending');
    const [calm, late] = [await lookOf(card, 499), await lookOf(card, 700)];
    const date = await boxOf(card.locator('time > span').last());
    answer();
    await expect(card.getByLabel('Sending')).toHaveCount(0);
    const sent = await lookOf(card, 499);
    expect(calm).toEqual(sent);
    expect(late.color).not.toBe(sent.color);
    expect(late.photo).toBeCloseTo(0.6);
    expect((await boxOf(card.locator('time > span').last())).y).toBeCloseTo(date.y, 0);
  },
);

test('an edit of a single line changes nothing of the height either', async ({ person }) => {
  const ada = await person('Ada');
  await addThought(ada, 'one');
  const card = ada.getByRole('article');
  await untilAtRest(ada);
  const before = await boxOf(card);
  await press(card.getByTitle('Edit'));
  await expect(ada.getByRole('textbox')).toBeFocused();
  expect(await boxOf(card)).toEqual(before);
});

test(
  'an edit leaves the text where it stood, to the pixel',
  { tag: '@chromium' },
  async ({ person }) => {
    const ada = await person('Ada');
    await addThought(ada, 'one');
    const text = ada.getByRole('article').getByRole('paragraph');
    await untilAtRest(ada);
    const { x, y, height } = await boxOf(text);
    // Within the field's own edges; of the first letter alone, because after the last stands the caret.
    const clip = { x, y: Math.floor(y), width: 10, height };
    const before = await inkedRows(ada, clip);
    await press(ada.getByTitle('Edit'));
    await expect(ada.getByRole('textbox')).toBeFocused();
    expect(before).not.toEqual([]);
    expect(await inkedRows(ada, clip)).toEqual(before);
  },
);

test('one to three emoji stand large, and nothing else does', async ({ person }) => {
  const ada = await person('Ada');
  const sizeOf = async (text: string): Promise<number> => {
    await addThought(ada, text);
    const glyphs = cardOf(ada, text).getByRole('paragraph').locator('*').first();
    const shown = (await glyphs.count()) > 0 ? glyphs : cardOf(ada, text).getByRole('paragraph');
    return shown.evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
  };
  const usual = await sizeOf('words 🦋');
  expect(await sizeOf('🦋👨‍👩‍👧‍👦☁️')).toBe(36);
  expect(await sizeOf('🐢🐢🐢🐢')).toBe(usual);
});

test('each line of a thought runs in its own direction', async ({ person }) => {
  const ada = await person('Ada');
  await addThought(ada, 'Hello, one\nמה שלומך?');
  await untilAtRest(ada);
  const card = ada.getByRole('article');
  expect(await isMarkAtLeft(card.locator('p'))).toBe(true);
  await press(card.getByTitle('Edit'));
  expect(await isMarkAtLeft(card.locator('[dir=auto][aria-hidden=true]').last())).toBe(true);
});

test('marks that are piled up reach no card but their own', async ({ person, consoleGuard }) => {
  consoleGuard.expect(SCREENSHOT_STYLE);
  const ada = await person('Ada');
  await addThought(ada, `a${'\u0301'.repeat(149)}`);
  await addThought(ada, 'above it');
  await untilAtRest(ada);
  const piled = ada.getByRole('article').last().locator('p');
  const { x, y, width, height } = (await cardOf(ada, 'above it').boundingBox()) ?? NOWHERE;
  // Of the card above all but its edge, which is drawn between two pixels.
  const clip = {
    x: x + 8,
    y: Math.ceil(y) + 8,
    width: width - 16,
    height: Math.floor(height) - 16,
  };
  const shots = [];
  for (const visibility of ['hidden', 'visible']) {
    await piled.evaluate((text, value) => (text.style.visibility = value), visibility);
    shots.push((await ada.screenshot({ clip })).toString('base64'));
  }
  expect(shots[1]).toBe(shots[0]);
});

test('a control answers the press', { tag: '@mouse' }, async ({ person }) => {
  const ada = await person('Ada');
  const button = ada.getByTitle('create new thoughts');
  await expect(button).toHaveCSS('scale', 'none');
  await button.hover();
  await ada.mouse.down();
  await expect(button).toHaveCSS('scale', '0.97');
  await ada.mouse.up();
});

test(
  'the edge of a card is that of a control for who asks for more contrast',
  { tag: '@chromium' },
  async ({ person }) => {
    const ada = await person('Ada');
    await addThought(ada, 'a thought');
    await untilAtRest(ada);
    await ada.emulateMedia({ colorScheme: 'light', contrast: 'more' });
    await expect(ada.getByRole('article')).toHaveCSS('border-color', 'rgb(125, 138, 156)');
  },
);

test('addresses in a thought can be pressed, safely', async ({ person }) => {
  const ada = await person('Ada');
  await addThought(ada, 'see https://example.org/a?b=c (or www.example.org).');
  const card = cardOf(ada, 'see');
  await expect(card.getByRole('paragraph')).toHaveText(
    'see https://example.org/a?b=c (or www.example.org).',
  );
  const links = card.getByRole('link');
  await expect(links).toHaveText(['https://example.org/a?b=c', 'www.example.org']);
  await expect(links.first()).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
  await expect(links.first()).toHaveAttribute('target', '_blank');
  await expect(links.first()).toHaveAttribute('referrerpolicy', 'no-referrer');
  await expect(links.last()).toHaveAttribute('href', 'https://www.example.org/');
});

test('the question of the log-out takes the place of its button to the pixel', async ({
  person,
}) => {
  const ada = await person('Ada');
  await addThought(ada, 'below');
  await press(ada.getByTitle('profile'));
  await ada.getByRole('button', { name: 'Log Out' }).waitFor();
  for (const width of [1280, 390, 320]) {
    await ada.setViewportSize({ width, height: 800 });
    const before = await placeInPage(cardOf(ada, 'below'));
    await press(ada.getByRole('button', { name: 'Log Out' }));
    await expect(ada.getByRole('group')).toBeFocused();
    const { y, height } = await placeInPage(cardOf(ada, 'below'));
    expect(Math.abs(y - before.y)).toBeLessThan(1);
    expect(Math.abs(height - before.height)).toBeLessThan(1);
    await press(ada.getByRole('button', { name: 'Cancel' }));
  }
});

test('the focus on the link to the profile shows around its ring', async ({ person }) => {
  const ada = await person('Ada');
  await press(ada.getByTitle('profile'));
  await ada.getByRole('button', { name: 'Log Out' }).waitFor();
  await ada.keyboard.press('Shift+Tab');
  await ada.keyboard.press('Shift+Tab');
  const profile = ada.getByTitle('profile');
  await expect(profile).toBeFocused();
  await expect(profile).toHaveCSS('outline-offset', '5px');
});

test('the round button stands beside the cards, or gives way to them', async ({ person }) => {
  const ada = await person('Ada');
  await addTallThoughts(ada);
  const button = ada.getByTitle('create new thoughts');
  for (const width of [768, 1280]) {
    await ada.setViewportSize({ width, height: 800 });
    const card = await boxOf(cardOf(ada, 'thought 1'));
    expect((await boxOf(button)).x).toBeGreaterThan(card.x + card.width);
  }
  await ada.setViewportSize({ width: 390, height: 600 });
  await ada.mouse.move(195, 300);
  await ada.mouse.wheel(0, 400);
  await expect(button).not.toBeInViewport();
  await ada.mouse.wheel(0, -100);
  await expect(button).toBeInViewport({ ratio: 1 });
});

test('the bar is in line with the cards, and the round button leaves the edge free', async ({
  person,
}) => {
  const ada = await person('Ada');
  await addThought(ada, 'a thought');
  for (const width of [753, 768, 820, 1024, 1440]) {
    await ada.setViewportSize({ width, height: 800 });
    const [card, photo, button] = await Promise.all(
      [
        cardOf(ada, 'a thought'),
        ada.getByRole('navigation').locator('img'),
        ada.getByTitle('create new thoughts'),
      ].map(boxOf),
    );
    if (card === undefined || photo === undefined || button === undefined) throw new Error('none');
    expect(photo.x + photo.width).toBeCloseTo(card.x + card.width, 0);
    if (width < 768) continue;
    expect(button.x - card.x - card.width).toBeGreaterThanOrEqual(8);
    expect(width - button.x - button.width).toBeGreaterThanOrEqual(8);
  }
});

test('time and date stand at the far end beside a name of two lines', async ({ person }) => {
  const name = 'Maximiliane Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh von Hohenzollern';
  const ada = await person(name);
  await addThought(ada, 'a thought');
  const card = cardOf(ada, 'a thought');
  const [box, when] = [await boxOf(card), await boxOf(card.locator('time'))];
  expect(when.y - box.y).toBeLessThan(24);
  expect(box.x + box.width - when.x - when.width).toBeLessThan(24);
});

test('the way back points to where it leads in a page from right to left', async ({ person }) => {
  const ada = await person('Ada');
  await ada.goto('/profile/');
  const arrow = ada.getByRole('link', { name: 'Back to thoughts field' }).locator('svg');
  await expect(arrow).toHaveCSS('scale', 'none');
  await ada.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  await expect(arrow).toHaveCSS('scale', '-1 1');
});

test('the round button of a phone does not sink when the page goes back to a place', async ({
  person,
}) => {
  const ada = await person('Ada');
  await ada.setViewportSize({ width: 390, height: 600 });
  await addTallThoughts(ada);
  await ada.mouse.move(195, 300);
  await ada.mouse.wheel(0, 600);
  const button = ada.getByTitle('create new thoughts');
  await expect(button).not.toBeInViewport();
  await drawTwice(ada);
  await ada.reload();
  await expect.poll(() => ada.evaluate(() => scrollY)).toBeGreaterThan(500);
  await drawTwice(ada);
  await untilAtRest(ada);
  await expect(button).toBeInViewport({ ratio: 1 });
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

test('the box grows with its text, and Add stays in reach in a low window', async ({ person }) => {
  const ada = await person('Ada');
  await ada.setViewportSize({ width: 390, height: 700 });
  const dialog = await openAddDialog(ada);
  const { height } = await boxOf(thoughtBox(ada));
  await thoughtBox(ada).fill('five words for every line '.repeat(6).slice(0, 150));
  expect((await boxOf(thoughtBox(ada))).height).toBeGreaterThan(height);
  for (const [width, low] of [
    [844, 190],
    [568, 160],
    [320, 256],
  ] as const) {
    await ada.setViewportSize({ width, height: low });
    for (const name of ['Add', 'Cancel']) {
      await expect(dialog.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
    }
    await expect(thoughtBox(ada)).toBeInViewport();
  }
});

test(
  'a deleted card folds away, and none does where motion is unwanted',
  { tag: '@chromium' },
  async ({ person }) => {
    const ada = await person('Ada');
    for (const text of ['third', 'second', 'first']) await addThought(ada, text);
    await untilAtRest(ada);
    await ada.emulateMedia({ reducedMotion: 'no-preference' });
    await watchFolding(ada);
    await press(cardOf(ada, 'second').getByTitle('Delete'));
    await expect(cardOf(ada, 'second')).toHaveCount(0);
    expect(await ada.locator('body[folded]').count()).toBe(1);
    await expect(ada.locator('[inert]')).toHaveCount(0);

    await ada.emulateMedia({ reducedMotion: 'reduce' });
    await ada.evaluate(() => document.body.removeAttribute('folded'));
    await press(cardOf(ada, 'third').getByTitle('Delete'));
    await expect(cardOf(ada, 'third')).toHaveCount(0);
    expect(await ada.locator('body[folded]').count()).toBe(0);
  },
);

/** Whether the question mark at the end of a text stands at the left end of its line. */
function isMarkAtLeft(element: Locator): Promise<boolean> {
  return element.evaluate(({ firstChild: text }) => {
    const lefts = ['?', 'ך'].map((character) => {
      if (!(text instanceof Text)) throw new Error('The text is not drawn as one');
      const range = document.createRange();
      range.setStart(text, text.data.indexOf(character));
      range.setEnd(text, text.data.indexOf(character) + 1);
      return range.getBoundingClientRect().left;
    });
    return (lefts[0] ?? 0) < (lefts[1] ?? 0);
  });
}

/** Where an element stands, and how high it is (px), wherever the page is scrolled to. */
function placeInPage(locator: Locator): Promise<{ y: number; height: number }> {
  return locator.evaluate((element) => {
    const { y, height } = element.getBoundingClientRect();
    return { y: y + scrollY, height };
  });
}

/** The colour of a card and how much of its photo shows, so many ms after it came. */
async function lookOf(card: Locator, after: number) {
  return card.evaluate((element, time) => {
    for (const animation of element.getAnimations({ subtree: true })) {
      animation.pause();
      animation.currentTime = time;
    }
    const photo = element.firstElementChild;
    if (photo === null) throw new Error('The card is empty');
    return { color: getComputedStyle(element).color, photo: +getComputedStyle(photo).opacity };
  }, after);
}

/** The rows of a part of the window (px) that something dark is drawn in. */
async function inkedRows(page: Page, clip: typeof NOWHERE): Promise<number[]> {
  const shot = await page.screenshot({ clip });
  return page.evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context?.drawImage(image, 0, 0);
    const rowOf = (row: number): number[] => [
      ...(context?.getImageData(0, row, image.width, 1).data ?? []),
    ];
    return Array.from({ length: image.height }, (_, row) => row).filter((row) =>
      rowOf(row).some((value) => value < 128),
    );
  }, shot.toString('base64'));
}

/** More than a screen of thoughts. */
async function addTallThoughts(page: Page): Promise<void> {
  for (const count of [0, 1, 2]) await addThought(page, `thought ${count}${'\nline'.repeat(20)}`);
  await untilAtRest(page);
}

/** Marks the page from now on when an item of a list is folded away. */
async function watchFolding(page: Page): Promise<void> {
  await page.evaluate(() => {
    new MutationObserver((records) => {
      const isFolding = records.some(({ target }) => target instanceof HTMLElement && target.inert);
      if (isFolding) document.body.setAttribute('folded', '');
    }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['inert'] });
  });
}
