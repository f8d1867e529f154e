import { amountOf, startTrial } from '#tests/faults/support/trial.ts';
import { openCrowd, type Crowd } from './api-users.ts';
import { scrollNearEnd, scrollToCard, topOf, untilStill } from './card-place.ts';
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
    const { crowd, ids } = await openThoughts(server.url);
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

test(
  'near the end of the page removals above move nothing, though it becomes too short for its scroll',
  { tag: '@self-hosted' },
  async ({ person, server }) => {
    const { crowd, ids } = await openThoughts(server.url);
    const page = await person('Ada');
    await cardOf(page, 'thought 39;').waitFor();
    await scrollNearEnd(page, 40);
    await untilStill(page, 'thought 2;');
    const before = await topOf(page, 'thought 2;');
    for (const textID of ids.slice(20, 23)) await crowd.remove(textID);
    await expect(page.getByRole('listitem')).toHaveCount(37);
    await untilStill(page, 'thought 2;');
    expect(Math.abs((await topOf(page, 'thought 2;')) - before)).toBeLessThanOrEqual(MAY_MOVE);
  },
);

test(
  'when the first visible card is removed, the next one stays where it is',
  { tag: '@self-hosted' },
  async ({ person, server }) => {
    const { crowd, ids } = await openThoughts(server.url);
    const page = await person('Ada');
    await cardOf(page, 'thought 39;').waitFor();
    await scrollToCard(page, READ);
    const before = await topOf(page, 'thought 11;');
    await crowd.remove(ids[12] ?? '');
    await expect(cardOf(page, READ)).toHaveCount(0);
    await untilStill(page, 'thought 11;');
    expect(Math.abs((await topOf(page, 'thought 11;')) - before)).toBeLessThanOrEqual(MAY_MOVE);
  },
);

/** A crowd that wrote 40 thoughts, and the ids of these, oldest first. */
async function openThoughts(origin: string): Promise<{ crowd: Crowd; ids: string[] }> {
  const crowd = await openCrowd(origin, 8);
  const ids: string[] = [];
  for (let count = 0; count < 40; count += 1) ids.push(await crowd.add(`thought ${count};`));
  return { crowd, ids };
}
