import type { Locator, Page } from '@playwright/test';

/** So long (ms) what came under a pointer by a press takes none. */
export const GUARDED_MS = 500;

interface PressOptions {
  /** Presses what takes no presses, too. */
  force?: boolean;
}

/**
 * Presses a control by what the page is used with. The mouse comes from elsewhere: where it rests
 * already, it may be too early. A finger comes once the control has stood still for long enough.
 */
export async function press(control: Locator, options: PressOptions = {}): Promise<void> {
  if (await control.evaluate(isTouched)) {
    await untilSteady(control);
    return control.tap(options);
  }
  await control.page().mouse.move(0, 0);
  return control.click(options);
}

/** Presses a control twice, as fast as the test can, at the point that has such a part of it on its left. */
export async function pressTwice(control: Locator, part: number): Promise<void> {
  const page = control.page();
  const { x, y } = await pointIn(control, part);
  const isByFinger = await page.evaluate(isTouched);
  if (!isByFinger) await page.mouse.move(x, y);
  for (const clickCount of [1, 2]) {
    if (isByFinger) await page.touchscreen.tap(x, y);
    else {
      await page.mouse.down({ clickCount });
      await page.mouse.up({ clickCount });
    }
  }
}

/** The point of a control, in px, that has such a part of it on its left, once nothing moves any more. */
export async function pointIn(control: Locator, part = 0.5): Promise<{ x: number; y: number }> {
  await untilAtRest(control.page());
  const box = await control.boundingBox();
  if (box === null) throw new Error('The control is not shown');
  return { x: box.x + box.width * part, y: box.y + box.height / 2 };
}

/** Presses a point of the window (px). */
export async function pressAt(page: Page, x: number, y: number): Promise<void> {
  return (await page.evaluate(isTouched)) ? page.touchscreen.tap(x, y) : page.mouse.click(x, y);
}

/**
 * Takes the mouse away from what it pressed: over the list it would keep what others write from
 * coming in. A finger is gone by itself.
 */
export async function leave(page: Page): Promise<void> {
  if (!(await page.evaluate(isTouched))) await page.mouse.move(0, 0);
}

/** Whether the page that it runs in is used with a finger. */
function isTouched(): boolean {
  return navigator.maxTouchPoints > 0;
}

/** Waits until a control has stood still, under one title, for as long as a press by a finger is guarded. */
async function untilSteady(control: Locator): Promise<void> {
  await control.evaluate(
    (element, time) =>
      new Promise<void>((resolve) => {
        let [before, since] = ['', 0];
        const look = (now: number): void => {
          const { x, y } = element.getBoundingClientRect();
          const place = `${x} ${y} ${element.getAttribute('title')}`;
          if (place !== before) [before, since] = [place, now];
          if (now - since > time) resolve();
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    1.25 * GUARDED_MS,
  );
}

/** Waits until nothing moves any more but what moves for ever: cards fade in when they come. */
export async function untilAtRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    // Allowed to fail: a card that is drawn again, or goes, takes its animation with it.
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}
