import type { Locator, Page } from '@playwright/test';
import { SHOTS } from '#tests/gallery/shots.ts';
import { AXE, runAxe } from './axe.ts';
import { boxOf } from './card-place.ts';
import { expect, test } from './fixtures.ts';
import { findMisplaced } from './layout.ts';
import { drawTwice, press, untilAtRest } from './press.ts';
import { addThought, cardOf } from './thoughts.ts';

interface Look {
  colorScheme: 'light' | 'dark';
  dir: 'ltr' | 'rtl';
  width: number;
  /** The size (px) of the page's text; 32 is 200 %. */
  textSize: number;
  forcedColors?: 'active';
}

/** The looks in which a screen is tested: colours, writing direction, width and text size. */
const LOOKS: readonly Look[] = [
  { colorScheme: 'light', dir: 'ltr', width: 1280, textSize: 16 },
  { colorScheme: 'dark', dir: 'rtl', width: 320, textSize: 16 },
  { colorScheme: 'light', dir: 'rtl', width: 768, textSize: 24 },
  { colorScheme: 'dark', dir: 'ltr', width: 320, textSize: 32 },
  { colorScheme: 'dark', dir: 'ltr', width: 390, textSize: 16, forcedColors: 'active' },
];

/** In these its relations are tested: a phone and a desktop. */
const LAYOUT_LOOKS = [
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 1280 },
] as const;

test.use({ reducedMotion: 'reduce' });

for (const { name, open } of SHOTS) {
  test(
    `the screen ${name} is laid out well, and in any look no findings of axe and nothing lost`,
    { tag: '@self-hosted' },
    async ({ person, visitor, consoleGuard }) => {
      // The shots of what is refused, a lost connection, and a session that is never known.
      consoleGuard.expect(/40[34]|api\/live|preloaded/u);
      const page = await open({ person, visitor });
      // A shell that waits for its thoughts never comes to rest.
      if (name !== 'shell') await untilAtRest(page);
      const findings: unknown[] = await findMisplacedInLooks(page);
      await page.evaluate(AXE);
      for (const look of LOOKS) {
        await applyLook(page, look);
        const violations = await page.evaluate(runAxe);
        findings.push(...violations.map((violation) => [look, ...violation]));
        if (name === 'local-accounts') continue;
        findings.push(...(await findLosses(page)).map((loss) => [look, loss]));
      }
      expect(findings).toEqual([]);
    },
  );
}

test('Save stands where Edit was, and the card and its words stay where they are', async ({
  person,
}) => {
  const ada = await person('Ada');
  for (const text of ['below', 'a thought that is edited', 'above']) await addThought(ada, text);
  const card = cardOf(ada, 'a thought that is edited');
  for (const width of [390, 1280]) {
    await ada.setViewportSize({ width, height: 844 });
    await untilAtRest(ada);
    const cardBefore = await boxOf(card);
    const [edit, words] = [await boxOf(card.getByTitle('Edit')), await wordsOf(card)];
    await press(card.getByTitle('Edit'));
    await expect(card.getByRole('textbox')).toBeFocused();
    await untilAtRest(ada);
    expectSame(await boxOf(card.getByTitle('Save')), edit);
    expectSame(await boxOf(card), cardBefore);
    const field = await boxOf(card.getByRole('textbox'));
    expect(Math.abs(field.x - words.x)).toBeLessThanOrEqual(1);
    expect(field.y).toBeLessThan(words.y + words.height / 2);
    expect(field.y + field.height).toBeGreaterThan(words.y + words.height / 2);
    await ada.keyboard.press('Escape');
    await expect(card.getByTitle('Edit')).toBeVisible();
  }
});

async function applyLook(page: Page, look: Look): Promise<void> {
  const { colorScheme, dir, width, textSize, forcedColors = 'none' } = look;
  await page.emulateMedia({ colorScheme, forcedColors });
  await page.setViewportSize({ width, height: 800 });
  await page.evaluate(
    ([direction, fontSize]) => {
      document.documentElement.dir = direction;
      document.documentElement.style.fontSize = fontSize;
    },
    [dir, `${textSize}px`] as const,
  );
  await drawTwice(page);
}

/** Elements that stick out of the page or their card, and controls that can't be scrolled into the clear. */
function findLosses(page: Page): Promise<string[]> {
  // The code runs in the page as one function.
  // oxlint-disable-next-line complexity
  return page.evaluate(() => {
    const found: string[] = [];
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const describe = (element: Element): string =>
      `${element.tagName.toLowerCase()} "${element.getAttribute('title') ?? element.textContent}"`;
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const sticksOut = (inner: DOMRect, outer: DOMRect): boolean =>
      inner.left < outer.left - 1 || inner.right > outer.right + 1;
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const isFree = (element: Element): boolean => {
      // The first line of a link that takes several.
      const [line = element.getBoundingClientRect()] = element.getClientRects();
      const { left, right, top, bottom } = line;
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return hit !== null && element.contains(hit);
    };

    if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
    const dialog = document.querySelector('dialog[open]');
    const scope = dialog ?? document.body;
    const ground = new DOMRect(0, 0, document.documentElement.clientWidth, innerHeight);
    for (const box of scope.querySelectorAll('article, dt, dd, h1, h2, p, bdi, time > *')) {
      if (!box.checkVisibility({ visibilityProperty: true })) continue;
      const rect = box.getBoundingClientRect();
      if (rect.width <= 1) continue;
      const card = box.closest('article, dialog, dl > div')?.getBoundingClientRect() ?? ground;
      if (sticksOut(rect, ground) || sticksOut(rect, card)) {
        found.push(`${describe(box)} sticks out`);
      }
    }
    // Nothing that is not seen lies over a card: a press in each place of it reaches it. At its lower edge the next
    // part of the list has room for shadows.
    for (const card of dialog ? [] : document.querySelectorAll('article')) {
      const { left, width, top, bottom } = card.getBoundingClientRect();
      for (let y = top + 8; y < Math.min(bottom - 24, innerHeight); y += 16) {
        for (const across of [0.1, 0.5, 0.9]) {
          const hit = document.elementFromPoint(left + width * across, y);
          if (hit?.closest('.shell-bar, button, article') || hit?.contains(card) !== false)
            continue;
          found.push(`${describe(hit)} lies over ${describe(card)}`);
        }
      }
    }
    for (const control of scope.querySelectorAll('button, a[href], input, textarea')) {
      if (control.matches('a[href="#main"]')) continue;
      control.scrollIntoView({ block: 'center', behavior: 'instant' });
      const rect = control.getBoundingClientRect();
      const frame = control.closest('article, dialog')?.getBoundingClientRect() ?? ground;
      if (sticksOut(rect, ground) || sticksOut(rect, frame) || rect.bottom > innerHeight + 1) {
        found.push(`${describe(control)} sticks out`);
      } else if (!isFree(control)) found.push(`${describe(control)} is covered`);
    }
    scrollTo({ top: 0, behavior: 'instant' });
    return found;
  });
}

/** Where the words of a card stand. */
function wordsOf(card: Locator) {
  return card.getByRole('paragraph').evaluate((paragraph) => {
    const range = document.createRange();
    range.selectNodeContents(paragraph);
    const { x, y, height } = range.getBoundingClientRect();
    return { x, y, height };
  });
}

type Rect = Awaited<ReturnType<typeof boxOf>>;

/** Expects a box to be where another was, to the pixel that rounding takes. */
function expectSame(box: Rect, before: Rect): void {
  const { x, y, width, height } = box;
  const [atX, atY] = [Math.abs(x - before.x), Math.abs(y - before.y)];
  const [wider, higher] = [Math.abs(width - before.width), Math.abs(height - before.height)];
  expect(Math.max(atX, atY, wider, higher)).toBeLessThanOrEqual(1);
}

/** What is out of place on a phone and on a desktop. */
async function findMisplacedInLooks(page: Page): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const { colorScheme, width } of LAYOUT_LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate(() => document.fonts.ready.then(() => scrollTo(0, 0)));
    await drawTwice(page);
    found.push(...(await findMisplaced(page)).map((what) => [width, what]));
  }
  return found;
}
