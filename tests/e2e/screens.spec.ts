import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Page } from '@playwright/test';
import { SHOTS } from '#tests/gallery/shots.ts';
import { expect, test } from './fixtures.ts';
import { drawTwice, untilAtRest } from './press.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** The script of axe: minified, a third as long as what the package exports. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

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

/** How each screen is laid out: `SHAPES=write npm run test:e2e -- screens` writes what it finds. */
const FILE = join(import.meta.dirname, 'shapes.json');
/** The expected boxes, a line each, by screen and width of the window. */
const EXPECTED: Record<string, string> = JSON.parse(readFileSync(FILE, 'utf8'));
const IS_WRITING = process.env['SHAPES'] === 'write';

/** The main screens, whose looks are compared: those that the file names. */
const SHAPED = new Set(Object.keys(EXPECTED).map((key) => key.split(' ')[0]));

const SHAPE_LOOKS = [
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 1280 },
] as const;

/** How far an edge may be off (px), and a colour (of 255). */
const MAY_DIFFER = 2;
const NUMBER = /-?[\d.]+/gu;

test.use({ reducedMotion: 'reduce' });

for (const { name, open } of SHOTS) {
  test(
    `the screen ${name} has its shape, and in any look no findings of axe and nothing lost`,
    { tag: ['@self-hosted', '@chromium'] },
    async ({ person, visitor, consoleGuard }) => {
      // The shots of a lost connection, and of a session that is never known.
      consoleGuard.expect(/404|api\/live|preloaded/u);
      const page = await open({ person, visitor });
      // A shell that waits for its thoughts never comes to rest.
      if (name !== 'shell') await untilAtRest(page);
      if (SHAPED.has(name)) await expectShape(page, name);
      await page.evaluate(AXE);
      const findings: unknown[] = [];
      for (const look of LOOKS) {
        await wear(page, look);
        const violations = await page.evaluate(lookAt);
        findings.push(...violations.map((violation) => [look, ...violation]));
        if (name === 'local-accounts') continue;
        findings.push(...(await findLosses(page)).map((loss) => [look, loss]));
      }
      expect(findings).toEqual([]);
    },
  );
}

/** Runs in the page: what axe finds there, each rule with the elements that break it. */
async function lookAt(): Promise<string[][]> {
  const { violations } = await window.axe.run({
    rules: { 'target-size': { enabled: true } },
    // Otherwise axe describes everything else, too, which takes longer than finding it.
    resultTypes: ['violations'],
  });
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
}

async function wear(page: Page, look: Look): Promise<void> {
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

/** Expects a screen to have its shape and its colours, on a phone and on a desktop. */
async function expectShape(page: Page, name: string): Promise<void> {
  for (const { colorScheme, width } of SHAPE_LOOKS) {
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
  // Other scripts have other fonts on each machine.
  const others = [...document.querySelectorAll('[role="listitem"]')].slice(2);
  return [...document.querySelectorAll(all)]
    .filter((element) => element.checkVisibility())
    .filter((element) => !others.some((card) => card.contains(element)))
    .map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      const box = [x, y, width, height].map(Math.round).join(' ');
      const { fontSize, fontWeight, color, backgroundColor, borderRadius, boxShadow } = style;
      const face = style.fontFamily.split(',')[0];
      return `${element.tagName} ${box}, ${fontSize} ${fontWeight} ${face}, ${color}, ${backgroundColor}, ${borderRadius}, ${boxShadow}`;
    });
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
