import { expect, type Page } from '@playwright/test';
import { GUARDED_MS } from './press.ts';
import { untilAtRest } from './thoughts.ts';

/** Signs Ada in on a page whose clock, by which the guard goes, is the test's from the start. */
export async function withClock(signedIn: (name: string) => Promise<Page>): Promise<Page> {
  const page = await signedIn('Ada');
  await page.clock.install();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Thoughts field' })).toBeVisible();
  return page;
}

/** Stops the page's clock, a second on: it runs on until the order arrives. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
}

/** Lets the page rest for longer than the guard does. */
export async function settle(page: Page): Promise<void> {
  await untilDrawn(page);
  await page.clock.fastForward(2 * GUARDED_MS);
}

/** Waits until what was pressed has been done, and nothing moves any more. */
export async function untilDrawn(page: Page): Promise<void> {
  // A task after all that were queued: the clock's own timers would need the test to run them.
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
