import { amountOf, startTrial } from '#tests/faults/support/trial.ts';
import { openCrowd } from './api-users.ts';
import { scrollToCard, topOf, untilStill } from './card-place.ts';
import { expect, test } from './fixtures.ts';
import { createChanges, MAY_MOVE, mostOff, notePaints } from './steady.ts';
import { cardOf } from './thoughts.ts';

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
    await page.getByRole('listitem').filter({ hasText: READ }).evaluate(notePaints);
    const changes = amountOf('CHANGES', 200);
    const change = createChanges(crowd, ids.slice(13));
    for (let step = 0; step < changes; step += 1) await change(step);
    await expect(page.getByRole('button', { name: /^\d+ new thoughts$/u })).toBeVisible();
    await untilStill(page, READ);
    const [most, end] = [
      await page.evaluate(mostOff),
      Math.abs((await topOf(page, READ)) - before),
    ];
    trial.report(`${changes} changes: painted ${most} px off at most, ${end} px in the end`);
    expect(most).toBeLessThanOrEqual(MAY_MOVE);
    expect(end).toBeLessThanOrEqual(MAY_MOVE);
  },
);
