import type { Locator, Page } from '@playwright/test';
import { addMany, openCrowd } from './api-users.ts';
import { boxOf } from './card-place.ts';
import { expect, test } from './fixtures.ts';
import { press } from './press.ts';
import { addThought, cardOf, untilAtRest } from './thoughts.ts';

test.describe('where the reader left off', { tag: '@self-hosted' }, () => {
  test('a line lies between two cards after a hidden tab is shown, and moves nothing', async ({
    person,
    server,
  }) => {
    const ada = await person('Ada');
    const crowd = await openCrowd(server.url, 2);
    await addMany(crowd, 12, (index) => `seen ${index}`);
    await cardOf(ada, 'seen 11').waitFor();
    await awayDuring(ada, () => addMany(crowd, 3, (index) => `new ${index}`));
    await expect(markedCard(ada)).toContainText('seen 11');

    await untilAtRest(ada);
    const line = await lineOf(markedCard(ada));
    expect(line.color).toBe(await accentOf(ada));
    const [above, below] = [await boxOf(cardOf(ada, 'new 0')), await boxOf(markedCard(ada))];
    expect(below.y - above.y - above.height).toBe(12);
    expect(line.top).toBeGreaterThan(above.y + above.height);
    expect(line.top + 1).toBeLessThan(below.y);

    await addThought(ada, 'my own');
    await expect(markedCard(ada)).toContainText('seen 11');
    await untilAtRest(ada);
    await scrollPage(ada, 600);
    await expect(markedCard(ada)).toHaveCount(1);
    const before = await topsOf(ada);
    await scrollPage(ada, -600);
    await expect(markedCard(ada)).toHaveCount(0);
    expect((await topsOf(ada)).map((top) => top - 600)).toEqual(before);
  });

  test('a line lies below what the pill brought in, and goes with it', async ({
    person,
    server,
  }) => {
    const ada = await person('Ada');
    const crowd = await openCrowd(server.url, 2);
    await addMany(crowd, 12, (index) => `seen ${index}`);
    await cardOf(ada, 'seen 11').waitFor();
    // Before, the page may be too short to be scrolled.
    await untilAtRest(ada);
    await scrollPage(ada, 500);
    const id = await crowd.add('new');
    await press(ada.getByRole('button', { name: '1 new thought' }));
    await expect(markedCard(ada)).toContainText('seen 11');
    await expect(cardOf(ada, 'new')).toBeInViewport();
    await crowd.remove(id);
    await expect(markedCard(ada)).toHaveCount(0);
  });

  test('a screen reader finds no word of it', async ({ person, server }) => {
    const ada = await person('Ada');
    const crowd = await openCrowd(server.url, 1);
    await crowd.add('seen');
    await cardOf(ada, 'seen').waitFor();
    await awayDuring(ada, () => crowd.add('new'));
    await expect(markedCard(ada)).toHaveCount(1);
    await expect(ada.getByRole('list')).toMatchAriaSnapshot(`
      - list:
        - /children: equal
        - listitem:
          - article /new/
        - listitem:
          - article /seen/
    `);
  });
});

/** The card under the line. */
function markedCard(page: Page): Locator {
  return page.locator('[data-left-off="true"]');
}

/** Hides the page, as the browser's own tabs would, for as long as something happens. */
async function awayDuring(page: Page, task: () => Promise<unknown>): Promise<void> {
  await setHidden(page, true);
  await task();
  await setHidden(page, false);
}

async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    const visibilityState = value ? 'hidden' : 'visible';
    Object.defineProperty(document, 'visibilityState', {
      value: visibilityState,
      configurable: true,
    });
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

/** Scrolls by so many px, and waits until the page knows. */
async function scrollPage(page: Page, top: number): Promise<void> {
  await page.evaluate(
    (by) =>
      new Promise<void>((resolve) => {
        // It may be the end of an earlier one: the page hears of this one within a frame.
        const hear = (): number =>
          requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
        addEventListener('scrollend', hear, { once: true });
        scrollBy({ top: by, behavior: 'instant' });
      }),
    top,
  );
}

async function lineOf(card: Locator): Promise<{ top: number; color: string }> {
  return card.evaluate((element) => {
    const { top, borderTopColor } = getComputedStyle(element, '::before');
    return { top: element.getBoundingClientRect().top + parseFloat(top), color: borderTopColor };
  });
}

async function accentOf(page: Page): Promise<string> {
  return page.getByRole('button', { name: 'create new thoughts' }).evaluate((button) => {
    return getComputedStyle(button).backgroundColor;
  });
}

async function topsOf(page: Page): Promise<number[]> {
  return page
    .getByRole('article')
    .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top));
}
