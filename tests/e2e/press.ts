import type { Locator, Page } from '@playwright/test';

/** For this long (ms) a control that a press has brought under the pointer ignores presses. */
export const GUARDED_MS = 500;

/**
 * Presses a control with the mouse or a finger, as the page is used. The mouse comes from elsewhere, since
 * where it rests already it may press too early. A finger waits until the control has stood still long enough.
 */
export async function press(control: Locator): Promise<void> {
  if (await control.evaluate(isTouched)) {
    await untilSteady(control);
    return control.tap();
  }
  await control.page().mouse.move(0, 0);
  return control.click();
}

/** Presses a control twice, as fast as the test can, with such a part of its width on the left. */
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

/** The point of a control (px) with such a part of its width on the left, once nothing moves any more. */
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

/** Takes the mouse out of the window, as no driver can in Firefox: in it, it would hold back what others write. */
export async function leave(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const pointerId of [0, 1]) dispatchEvent(new PointerEvent('pointerout', { pointerId }));
  });
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

/** Waits until nothing moves except what moves for ever: cards fade in when they arrive. */
export async function untilAtRest(page: Page): Promise<void> {
  await page.evaluate(movesOver);
}

/** Resolves when what moves now, but not for ever, has come to rest. Runs in the page. */
async function movesOver(): Promise<void> {
  const moving = document
    .getAnimations()
    .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
  // An animation may fail to finish: a card that is redrawn or removed takes it along.
  await Promise.allSettled(moving.map(({ finished }) => finished));
}

/** Lets the page draw, and report what that has changed. */
export async function drawTwice(page: Page): Promise<void> {
  await page.evaluate(twoFrames);
}

/** Resolves in the second frame from now. Runs in the page. */
function twoFrames(): Promise<unknown> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  });
}
