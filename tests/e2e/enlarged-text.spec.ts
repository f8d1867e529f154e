import type { Page } from '@playwright/test';
import { SHOTS } from '#tests/gallery/shots.ts';
import { drawTwice } from './draw-twice.ts';
import { expect, test } from './fixtures.ts';
import { untilAtRest } from './thoughts.ts';

/** The sizes (px) of the page's text at 125, 150 and 200 %. */
const SIZES = [20, 24, 32];
const WIDTHS = [320, 390, 768, 1280];
/** So long (ms) after a press a scroll counts as the reader's, and may sink the round button. */
const GLIDE_MS = 400;

test.use({ reducedMotion: 'reduce' });

for (const { name, open } of SHOTS.filter(({ name: shot }) => shot !== 'local-accounts')) {
  test(
    `with enlarged text the screen ${name} loses nothing`,
    { tag: '@self-hosted' },
    async ({ person, visitor, consoleGuard }) => {
      // Besides the shot of a lost connection.
      consoleGuard.expect(/404|api\/live/u);
      const page = await open({ person, visitor });
      // What waits for its thoughts has nothing that comes to rest.
      if (name !== 'sketch') await untilAtRest(page);
      await untilPressIsOver(page);
      const losses: unknown[] = [];
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        for (const size of SIZES) {
          await enlarge(page, size);
          losses.push(...(await findLosses(page)).map((loss) => `${width} px at ${size}: ${loss}`));
        }
      }
      expect(losses).toEqual([]);
    },
  );
}

/** Waits until the scrolls that keep the reading place are known for the page's own. */
async function untilPressIsOver(page: Page): Promise<void> {
  await page.evaluate(
    (time) =>
      new Promise<void>((resolve) => {
        const begin = performance.now();
        const look = (now: number): void => {
          if (now - begin > time) resolve();
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    GLIDE_MS,
  );
}

async function enlarge(page: Page, size: number): Promise<void> {
  await page.evaluate((px) => {
    document.documentElement.style.fontSize = `${px}px`;
  }, size);
  await drawTwice(page);
}

/** What sticks out of the page or of its card, and controls that cannot be scrolled free. */
function findLosses(page: Page): Promise<string[]> {
  // It runs in the page as one function.
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
