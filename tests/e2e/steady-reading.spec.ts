import type { Page } from '@playwright/test';
import { amountOf, startTrial } from '#tests/faults/support/trial.ts';
import { addMany, openCrowd, type Crowd, cardOf, write } from './thoughts.ts';
import {
  scrollNearEnd,
  scrollToCard,
  topOf,
  untilStill,
  createChanges,
  MAX_SHIFT_PX,
  maxShift,
  trackShift,
} from './card-place.ts';
import { expect, test } from './fixtures.ts';

const READ = 'thought 12;';

for (const { engine, lack } of [
  { engine: 'Chromium', lack: () => {} },
  { engine: 'what Safari lacks', lack: lackAsSafari },
]) {
  test.describe(`in ${engine}`, { tag: '@self-hosted' }, () => {
    test('inserts, edits and removals above do not move the first visible card', async ({
      signedIn,
      server,
    }) => {
      const trial = startTrial('steady reading');
      const { crowd, ids, page } = await openThoughts(server.url, signedIn, lack);
      await scrollToCard(page, READ);
      const before = await topOf(page, READ);
      await page.getByRole('listitem').filter({ hasText: READ }).evaluate(trackShift);
      const changes = amountOf('CHANGES', 60);
      const above = ids.slice(13);
      const change = createChanges(crowd, above);
      for (let step = 0; step < changes; step += 1) await change(step);
      await crowd.add('the last');
      const added = above.filter((id) => !ids.includes(id)).length + 1;
      await expect(page.getByRole('button', { name: `${added} new thoughts` })).toBeVisible();
      await untilStill(page, READ);
      const [most, end] = [
        await page.evaluate(maxShift),
        Math.abs((await topOf(page, READ)) - before),
      ];
      trial.report(`${changes} changes: painted ${most} px off at most, ${end} px in the end`);
      expect(most).toBeLessThanOrEqual(MAX_SHIFT_PX);
      expect(end).toBeLessThanOrEqual(MAX_SHIFT_PX);
    });

    test('a scroll leads as far as it should, down and up', async ({ signedIn, server }) => {
      const { page } = await openThoughts(server.url, signedIn, lack);
      await scrollToCard(page, READ);
      for (const by of [180, 250, -120, -90]) {
        const before = await topOf(page, READ);
        await page.evaluate((top) => scrollBy({ top, behavior: 'instant' }), by);
        await untilStill(page, READ);
        const off = Math.abs((await topOf(page, READ)) - (before - by));
        expect(off, `scrolled by ${by}`).toBeLessThanOrEqual(MAX_SHIFT_PX);
      }
    });

    test('when the first visible card is removed, the next one stays where it is', async ({
      signedIn,
      server,
    }) => {
      const { crowd, ids, page } = await openThoughts(server.url, signedIn, lack);
      await scrollToCard(page, READ);
      const before = await topOf(page, 'thought 11;');
      await crowd.remove(ids[12] ?? '');
      await expect(cardOf(page, READ)).toHaveCount(0);
      await untilStill(page, 'thought 11;');
      expect(Math.abs((await topOf(page, 'thought 11;')) - before)).toBeLessThanOrEqual(
        MAX_SHIFT_PX,
      );
    });
  });
}

test(
  'near the end of the page removals above move nothing, though it becomes too short for its scroll',
  { tag: '@self-hosted' },
  async ({ signedIn, server }) => {
    const { crowd, ids, page } = await openThoughts(server.url, signedIn, () => {});
    await scrollNearEnd(page, 40);
    await untilStill(page, 'thought 2;');
    const before = await topOf(page, 'thought 2;');
    for (const textID of ids.slice(20, 23)) await crowd.remove(textID);
    await expect(page.getByRole('listitem')).toHaveCount(37);
    await untilStill(page, 'thought 2;');
    expect(Math.abs((await topOf(page, 'thought 2;')) - before)).toBeLessThanOrEqual(MAX_SHIFT_PX);
  },
);

test(
  'removals above move nothing though the browser has yet to tell of a scroll to where the page is about to end',
  { tag: '@self-hosted' },
  async ({ signedIn, server }) => {
    const { crowd, ids, page } = await openThoughts(server.url, signedIn, lackAsSafari);
    await scrollNearEnd(page, 500);
    await untilStill(page, 'thought 2;');
    await page.evaluate(() => {
      addEventListener('scroll', (event) => event.stopImmediatePropagation(), { capture: true });
    });
    await scrollNearEnd(page, 40);
    const before = await topOf(page, 'thought 2;');
    for (const textID of ids.slice(20, 23)) await crowd.remove(textID);
    await expect(page.getByRole('listitem')).toHaveCount(37);
    await untilStill(page, 'thought 2;');
    expect(Math.abs((await topOf(page, 'thought 2;')) - before)).toBeLessThanOrEqual(MAX_SHIFT_PX);
  },
);

// The first such thought begins a new part of the list, and so changes which parts come first.
for (const { count, read, lack } of [
  { count: 100, read: 60 },
  { count: 250, read: 30 },
  { count: 250, read: 30, lack: lackAsSafari },
  { count: 250, read: 232 },
]) {
  test(
    `an own thought that comes in at the top of ${count} moves no card that is read, as number ${count - read}${lack ? ', in what Safari lacks' : ''}`,
    { tag: '@self-hosted' },
    async ({ signedIn, server }) => {
      await addMany(await openCrowd(server.url), count, (index) => `thought ${index};`);
      const ada = await signedIn('Ada');
      if (lack) await ada.addInitScript(lack);
      await ada.goto('/');
      for (let loaded = 50; loaded <= count; loaded += 50) {
        await expect(ada.getByRole('listitem')).toHaveCount(loaded);
        if (loaded < count) await scrollToCard(ada, `thought ${count - loaded};`);
      }
      await scrollToCard(ada, `thought ${read};`);
      const before = await topOf(ada, `thought ${read};`);
      await write(ada, 'her own');
      await expect(ada.getByRole('button', { name: '1 new thought' })).toBeVisible();
      await untilStill(ada, `thought ${read};`);
      expect(Math.abs((await topOf(ada, `thought ${read};`)) - before)).toBeLessThanOrEqual(
        MAX_SHIFT_PX,
      );
    },
  );
}

/** A crowd that wrote 40 thoughts, their ids from the oldest on, and a page that shows them. */
async function openThoughts(
  origin: string,
  signedIn: (name: string) => Promise<Page>,
  lack: () => void,
): Promise<{ crowd: Crowd; ids: string[]; page: Page }> {
  const crowd = await openCrowd(origin);
  const ids = await addMany(crowd, 40, (index) => `thought ${index};`);
  const page = await signedIn('Ada');
  await page.addInitScript(lack);
  await page.goto('/');
  // Those of the first screen are there a moment before the others.
  await expect(page.getByRole('listitem')).toHaveCount(ids.length);
  return { crowd, ids, page };
}

/** Removes from a page what Safari lacks. */
function lackAsSafari(): void {
  const { supports } = CSS;
  CSS.supports = (...query: [string, string?]) =>
    !query.join(':').includes('overflow-anchor') && Reflect.apply(supports, CSS, query);
  addEventListener('DOMContentLoaded', () => {
    document.documentElement.style.setProperty('overflow-anchor', 'none');
  });
  for (const holder of [Window.prototype, window, Document.prototype, HTMLElement.prototype]) {
    Reflect.deleteProperty(holder, 'onscrollend');
  }
  addEventListener('scrollend', (event) => event.stopImmediatePropagation(), { capture: true });
}
