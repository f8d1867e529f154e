import type { Page } from '@playwright/test';
import { amountOf, startTrial } from '#tests/faults/support/trial.ts';
import { openCrowd, type Crowd } from './api-users.ts';
import { expect, signIn, test } from './fixtures.ts';
import { cardOf } from './thoughts.ts';

/** Pixels that the first visible card may move. */
const MAY_MOVE = 1;
/** Just under the bar and the room kept below it: a card there is the first visible one. */
const BELOW_BAR = 74;
const READ = 'thought 12;';

const ENGINES = {
  'that anchors the scroll': () => {},
  'that does not': () => {
    const { supports } = CSS;
    CSS.supports = (...query: [string, string?]) =>
      !query.join(':').includes('overflow-anchor') && Reflect.apply(supports, CSS, query);
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.setProperty('overflow-anchor', 'none');
    });
  },
} as const;

for (const [engine, prepare] of Object.entries(ENGINES)) {
  test(
    `200 inserts, edits and removals above the first visible card move nothing in an engine ${engine}`,
    { tag: '@self-hosted' },
    async ({ visitor, server }) => {
      const trial = startTrial('steady reading');
      const crowd = await openCrowd(server.url, 8);
      const ids: string[] = [];
      for (let count = 0; count < 40; count += 1) ids.push(await crowd.add(`thought ${count};`));
      const page = await openAsAda(visitor, prepare);
      await cardOf(page, 'thought 39;').waitFor();
      await scrollTo(page);
      const before = await topOf(page);
      const painted = await watchPaints(page);
      const changes = amountOf('CHANGES', 200);
      const change = createChanges(crowd, ids.slice(13));
      for (let step = 0; step < changes; step += 1) await change(step);
      await expect(page.getByRole('button', { name: /^\d+ new thoughts$/u })).toBeVisible();
      await untilStill(page);
      const [most, end] = [await painted(), Math.abs((await topOf(page)) - before)];
      trial.report(`${changes} changes: painted ${most} px off at most, ${end} px in the end`);
      expect(most).toBeLessThanOrEqual(MAY_MOVE);
      expect(end).toBeLessThanOrEqual(MAY_MOVE);
    },
  );
}

/** Creates what inserts, edits or removes above the card that is read, by turns. */
function createChanges(crowd: Crowd, above: string[]): (step: number) => Promise<void> {
  return async (step) => {
    const textID = above[step % above.length] ?? '';
    if (step % 3 === 0) above.push(await crowd.add(`insert ${step}`));
    else if (step % 3 === 1) await crowd.edit(textID, `edited\n`.repeat(step % 4) + step);
    else await crowd.remove(above.splice(step % above.length, 1)[0] ?? '');
  };
}

async function openAsAda(visitor: () => Promise<Page>, prepare: () => void): Promise<Page> {
  const page = await visitor();
  await page.addInitScript(prepare);
  await page.goto('/');
  await signIn(page, 'Ada');
  return page;
}

async function scrollTo(page: Page): Promise<void> {
  const top = await topOf(page);
  await page.evaluate((by) => scrollBy({ top: by, behavior: 'instant' }), top - BELOW_BAR);
  await untilStill(page);
}

/** Notes how far the card that is read is painted from where it is now; returns what asks for it. */
async function watchPaints(page: Page): Promise<() => Promise<number>> {
  const card = page.getByRole('listitem').filter({ hasText: READ });
  const noted = await card.evaluateHandle((item) => {
    const { top, height } = item.getBoundingClientRect();
    const paints = { most: 0 };
    // Half of the card is in this view, so that each pixel it moves changes the part that is. The
    // places are those of a finished frame, after all that is done in it.
    new IntersectionObserver(
      (entries) => {
        for (const { boundingClientRect } of entries) {
          paints.most = Math.max(paints.most, Math.abs(boundingClientRect.top - top));
        }
      },
      {
        rootMargin: `${-Math.round(top + height / 2)}px 0px 0px 0px`,
        threshold: Array.from({ length: 201 }, (_, part) => part / 200),
      },
    ).observe(item);
    return paints;
  });
  return () => noted.evaluate(({ most }) => most);
}

/** Waits until the card stands where it stood some frames before. */
async function untilStill(page: Page): Promise<void> {
  let before: number | undefined;
  await expect
    .poll(
      async () => {
        const now = await topOf(page);
        const isStill = now === before;
        before = now;
        return isStill;
      },
      { intervals: [100] },
    )
    .toBe(true);
}

/** Where the card that is read stands in the view. */
async function topOf(page: Page): Promise<number> {
  return page
    .getByRole('listitem')
    .filter({ hasText: READ })
    .evaluate((item) => item.getBoundingClientRect().top);
}
