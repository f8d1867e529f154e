import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { untilAtRest } from './press.ts';

/** How each screen is laid out: `SHAPES=write npm run test:e2e -- screens` writes what it finds. */
const FILE = join(import.meta.dirname, 'shapes.json');
/** The expected boxes, a line each, by screen and width of the window. */
const EXPECTED: Record<string, string> = JSON.parse(readFileSync(FILE, 'utf8'));
const IS_WRITING = process.env['SHAPES'] === 'write';

/** The main screens, whose looks are compared. */
export const SHAPED = [
  'login',
  'local-accounts',
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

/** How far an edge may be off (px), and a colour (of 255). */
const MAY_DIFFER = 2;
const NUMBER = /-?[\d.]+/gu;

/** Expects a screen to have its shape and its colours, on a phone and on a desktop. */
export async function expectShape(page: Page, name: string): Promise<void> {
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
}

/** The boxes of what is there, up to the second card, with their style: `x y width height, size weight face, colour, ground, radius, shadow`. */
function measure(): string[] {
  const all =
    'header, nav a, h1, h2, dialog, section, dl > div, article, button, textarea, input, p, [data-initials], main svg, main button img, main > a';
  return (
    [...document.querySelectorAll(all)]
      .filter((element) => element.checkVisibility())
      // Other scripts have other fonts on each machine.
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

/** The boxes that differ, as `expected -> found`. */
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
