import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHOTS } from '#tests/gallery/shots.ts';
import { boxOf } from './card-place.ts';
import { expect, test } from './fixtures.ts';
import { untilAtRest } from './press.ts';

/** How each screen is laid out: `SHAPES=write npm run test:e2e -- shapes` writes what it finds. */
const FILE = join(import.meta.dirname, 'shapes.json');
/** A line for each box, by the screen and the width of the window. */
const EXPECTED: Record<string, string> = JSON.parse(readFileSync(FILE, 'utf8'));
const IS_WRITING = process.env['SHAPES'] === 'write';

const SCREENS = [
  'login',
  'feed',
  'feed-empty',
  'feed-waiting',
  'add-dialog',
  'profile',
  'logout-prompt',
  'error',
];

const LOOKS = [
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 1280 },
] as const;

/** Pixels that an edge may be off, and as many of a colour's 255 parts. */
const MAY_DIFFER = 2;
const NUMBER = /-?[\d.]+/gu;

test.use({ reducedMotion: 'reduce' });

for (const { name, open } of SHOTS.filter((shot) => SCREENS.includes(shot.name))) {
  test(
    `the screen ${name} has its shape and its colours`,
    { tag: ['@self-hosted', '@chromium'] },
    async ({ person, signedIn, visitor, consoleGuard }) => {
      consoleGuard.expect(/404/u);
      const page = await open({ person, signedIn, visitor });
      for (const { colorScheme, width } of LOOKS) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 844 });
        await page.evaluate(() => document.fonts.ready.then(() => scrollTo(0, 0)));
        await untilAtRest(page);
        const shapes = await page.evaluate(measure);
        const key = `${name} ${width}`;
        if (IS_WRITING) write(key, shapes);
        else expect(differences(EXPECTED[key]?.split('\n') ?? [], shapes), key).toEqual([]);
      }
    },
  );
}

test(
  'enlarged, the pill leaves the heading free, and Save keeps its distance from the edge of the card',
  { tag: ['@self-hosted', '@chromium'] },
  async ({ person, signedIn, visitor }) => {
    const page = await SHOTS.find(({ name }) => name === 'feed-waiting')?.open({
      person,
      signedIn,
      visitor,
    });
    if (page === undefined) throw new Error('There is no such shot');
    for (const [width, percent] of [
      [320, 100],
      [320, 200],
      [390, 200],
      [1280, 200],
    ]) {
      await page.setViewportSize({ width: width ?? 0, height: 844 });
      await page.evaluate(
        (size) => (document.documentElement.style.fontSize = `${size}%`),
        percent,
      );
      const heading = await page
        .getByRole('heading', { name: 'Thoughts field' })
        .evaluate(rangeOfText);
      const pill = await boxOf(page.getByRole('button', { name: '1 new thought' }));
      const [card, save, field] = [
        await boxOf(page.getByRole('article').filter({ has: page.getByTitle('Save') })),
        await boxOf(page.getByTitle('Save')),
        await boxOf(page.getByRole('textbox').locator('..')),
      ];
      expect(pill.x > heading.right || pill.y >= heading.bottom).toBe(true);
      const trash = await boxOf(page.getByTitle('Delete').first());
      expect(save.x - trash.x - trash.width).toBeGreaterThanOrEqual(24);
      for (const { x, width: wide } of [save, field])
        expect(card.x + card.width - x - wide).toBeGreaterThanOrEqual(8);
    }
  },
);

/** The boxes of what is there, up to the second card, with their style: `x y width height, size weight face, colour, ground, radius, shadow`. */
function measure(): string[] {
  const all =
    'header, nav a, h1, h2, dialog, section, dl > div, article, button, textarea, input, p, [data-initials], main svg, main > a';
  return (
    [...document.querySelectorAll(all)]
      .filter((element) => element.checkVisibility())
      // The fonts of other scripts differ.
      .filter((element) => !element.closest('[role="listitem"]:nth-child(n + 3)'))
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const style = getComputedStyle(element);
        const box = [x, y, width, height].map(Math.round).join(' ');
        const { fontSize, fontWeight, color, backgroundColor, borderRadius, boxShadow } = style;
        const face = style.fontFamily.split(',')[0];
        return `${element.tagName} ${box}, ${fontSize} ${fontWeight} ${face}, ${color}, ${backgroundColor}, ${borderRadius}, ${boxShadow}`;
      })
  );
}

function rangeOfText(heading: Element): { right: number; bottom: number } {
  const range = document.createRange();
  range.selectNodeContents(heading);
  const { right, bottom } = range.getBoundingClientRect();
  return { right, bottom };
}

/** What is not as it should be, as `expected -> found`. */
function differences(expected: readonly string[], found: readonly string[]): string[] {
  const length = Math.max(expected.length, found.length);
  return Array.from({ length }, (_, index) => [expected[index] ?? '', found[index] ?? ''] as const)
    .filter(([one, other]) => !isNear(one, other))
    .map((pair) => pair.join(' -> '));
}

function isNear(one: string, other: string): boolean {
  const numbers: readonly string[] = one.match(NUMBER) ?? [];
  const others: readonly string[] = other.match(NUMBER) ?? [];
  return (
    one.replaceAll(NUMBER, '') === other.replaceAll(NUMBER, '') &&
    numbers.every((number, index) => Math.abs(+number - +(others[index] ?? 0)) <= MAY_DIFFER)
  );
}

function write(key: string, shapes: readonly string[]): void {
  const all = { ...JSON.parse(readFileSync(FILE, 'utf8')), [key]: shapes.join('\n') };
  writeFileSync(FILE, `${JSON.stringify(all, null, 2)}\n`);
}
