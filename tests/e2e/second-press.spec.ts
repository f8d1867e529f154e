import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { GUARDED_MS, pointIn, press, pressAt, pressTwice, untilAtRest } from './press.ts';
import { say, cardOf, draftDot, openAddDialog, shownTexts, thoughtBox } from './thoughts.ts';

/** Where a control is pressed twice: in its right part, which lies over more than its middle. */
const TWICE_AT = 0.8;

const POINTERS = [
  {
    pointer: 'mouse',
    tags: ['@self-hosted', '@mouse'],
    use: { viewport: { width: 1280, height: 800 } },
    behindAdd: 'Delete',
    beside: 'create new thoughts',
  },
  {
    pointer: 'finger',
    tags: ['@self-hosted', '@finger'],
    use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    behindAdd: 'create new thoughts',
    beside: 'Delete',
  },
] as const;

for (const { pointer, tags, use, behindAdd, beside } of POINTERS) {
  test.describe(`with a ${pointer}`, { tag: [...tags] }, () => {
    test.use(use);

    test('a double press on Delete deletes one thought', async ({ signedIn }) => {
      const ada = await withClock(signedIn);
      for (const text of ['fourth', 'third', 'second', 'first']) await say(ada, text);
      await press(ada.getByTitle('profile'));
      await expect(ada.getByRole('article')).toHaveCount(4);
      await settle(ada);
      await pressTwice(cardOf(ada, 'second').getByTitle('Delete'), TWICE_AT);
      await untilDrawn(ada);
      await expect.poll(() => shownTexts(ada)).toEqual(['first', 'third', 'fourth']);
    });

    test('a double press on Add opens neither the dialog nor an edit', async ({ signedIn }) => {
      const ada = await withClock(signedIn);
      for (let count = 0; count < 6; count += 1) await say(ada, `thought ${count}`);
      const dialog = await openAddDialog(ada);
      await thoughtBox(ada).fill('once');
      await settle(ada);
      const add = dialog.getByRole('button', { name: 'Add', exact: true });
      const point = await putBehind(add, behindAdd);
      await pressTwice(add, TWICE_AT);
      await untilDrawn(ada);
      const behind = () =>
        ada.evaluate(
          ({ x, y }) => document.elementFromPoint(x, y)?.closest('button')?.title,
          point,
        );
      await expect.poll(behind).toBe(behindAdd);
      await expect(cardOf(ada, 'once')).toHaveCount(1);
      await expect(ada.getByRole('textbox')).toHaveCount(0);
    });

    test('a press beside the dialog closes it, keeps its draft, and presses nothing behind it', async ({
      signedIn,
    }) => {
      const ada = await withClock(signedIn);
      for (const text of ['second', 'first']) await say(ada, text);
      const { x, y } = await pointIn(ada.getByTitle(beside).first());
      const dialog = await openAddDialog(ada);
      await thoughtBox(ada).fill('half a thought');
      await settle(ada);
      await ada.mouse.move(x, y);
      await ada.mouse.down();
      await thoughtBox(ada).hover();
      await ada.mouse.up();
      await expect(dialog).toBeVisible();
      await settle(ada);
      await stopClock(ada);
      await pressAt(ada, x, y);
      await pressAt(ada, x, y);
      await expect(dialog).toBeHidden();
      await expect(draftDot(ada)).toBeVisible();
      await untilDrawn(ada);
      await expect.poll(() => shownTexts(ada)).toEqual(['first', 'second']);
    });
  });
}

/** Signs Ada in on a page whose clock, which the guard uses, is the test's from the start. */
async function withClock(signedIn: (name: string) => Promise<Page>): Promise<Page> {
  const page = await signedIn('Ada');
  await page.clock.install();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Thoughts field' })).toBeVisible();
  return page;
}

/** Makes it irrelevant how long a slow machine takes between two presses. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
}

/** Lets the page rest for longer than the guard lasts. */
async function settle(page: Page): Promise<void> {
  await untilDrawn(page);
  await page.clock.fastForward(2 * GUARDED_MS);
}

/** Waits until what was pressed has been done, and nothing moves any more. */
async function untilDrawn(page: Page): Promise<void> {
  // Waits for a task after all that are queued: timers would need the test to advance the clock.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', resolve, { once: true });
        port1.start();
        port2.postMessage(null);
      }),
  );
  await untilAtRest(page);
}

/** Moves what has this title, with its list, behind another control, to where that is pressed; returns where. */
async function putBehind(control: Locator, title: string): Promise<{ x: number; y: number }> {
  const page = control.page();
  const point = await pointIn(control, TWICE_AT);
  const behind = page.getByTitle(title).first();
  await behind.evaluate((element: HTMLElement, { x, y }) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const moved = element.closest<HTMLElement>('[role="list"]') ?? element;
    const [right, down] = [`${x - left - width / 2}px`, `${y - top - height / 2}px`];
    if (moved === element) moved.style.translate = `${right} ${down}`;
    else Object.assign(moved.style, { position: 'relative', left: right, top: down });
  }, point);
  return point;
}
