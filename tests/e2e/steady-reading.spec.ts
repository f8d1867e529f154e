import type { Page } from '@playwright/test';
import { amountOf, startTrial } from '#tests/faults/support/trial.ts';
import { openCrowd, type Crowd } from './api-users.ts';
import { scrollToCard, topOf, untilStill } from './card-place.ts';
import { expect, test } from './fixtures.ts';
import { cardOf } from './thoughts.ts';

/** Pixels that the first visible card may move. */
const MAY_MOVE = 1;
const READ = 'thought 12;';

// The older tablet does not anchor the scroll.
test(
  '200 inserts, edits and removals above move the first visible card by nothing',
  { tag: '@self-hosted' },
  async ({ person, server }) => {
    const trial = startTrial('steady reading');
    const crowd = await openCrowd(server.url, 8);
    const ids: string[] = [];
    for (let count = 0; count < 40; count += 1) ids.push(await crowd.add(`thought ${count};`));
    const page = await person('Ada');
    await cardOf(page, 'thought 39;').waitFor();
    await scrollToCard(page, READ);
    const before = await topOf(page, READ);
    const painted = await watchPaints(page);
    const changes = amountOf('CHANGES', 200);
    const change = createChanges(crowd, ids.slice(13));
    for (let step = 0; step < changes; step += 1) await change(step);
    await expect(page.getByRole('button', { name: /^\d+ new thoughts$/u })).toBeVisible();
    await untilStill(page, READ);
    const [most, end] = [await painted(), Math.abs((await topOf(page, READ)) - before)];
    trial.report(`${changes} changes: painted ${most} px off at most, ${end} px in the end`);
    expect(most).toBeLessThanOrEqual(MAY_MOVE);
    expect(end).toBeLessThanOrEqual(MAY_MOVE);
  },
);

/** Creates what inserts, edits or removes above the card that is read, by turns. */
function createChanges(crowd: Crowd, above: string[]): (step: number) => Promise<void> {
  return async (step) => {
    const textID = above[step % above.length] ?? '';
    if (step % 3 === 0) above.push(await crowd.add(`insert ${step}`));
    else if (step % 3 === 1) await crowd.edit(textID, `edited\n`.repeat(step % 4) + step);
    else await crowd.remove(above.splice(step % above.length, 1)[0] ?? '');
  };
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
