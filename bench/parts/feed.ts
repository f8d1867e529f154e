import type { Locator, Page } from '@playwright/test';
import { FEW, goToPlace, MANY, slowDown, THROTTLE, withFeeds } from '#bench/browser.ts';
import { measureInTurn, quantile, rowsOf } from '#bench/figures.ts';
import type { Reading, Section } from '#bench/figures.ts';

type Times = Record<string, number[]>;

/** Measures the feed with many thoughts loaded against the same page with few. */
export function measureFeed(): Promise<Section> {
  return withFeeds(async (feeds) => {
    for (const { page } of feeds) await slowDown(page);
    const sides = await measureInTurn(feeds, async ({ page }) => {
      await page.bringToFront();
      return measureFeedRound(page);
    });
    const acts = Object.keys(sides[0]?.[0] ?? {});
    return {
      title: `Feed of ${MANY}, processor slowed ${THROTTLE} times`,
      floor: `with ${FEW}`,
      rows: rowsOf(sides, ...acts.flatMap((act) => [reading(act, 0.5), reading(act, 0.98)])),
    };
  });
}

function reading(act: string, share: number): Reading<Times> {
  const name = `${act}, p${share * 100}`;
  const of = (times: Times): number => quantile(times[act] ?? [], share);
  const wanted = name === 'opening the add dialog, p98' ? '<= 1.4 x' : undefined;
  return { name, unit: 'ms', of, wanted };
}

/** The client ignores the press of a button that moved or was renamed within this time (ms). */
const STEADY_MS = 600;

/** Measures each act of a reader on the feed once; undoing an act is not measured. */
async function measureFeedRound(page: Page): Promise<Times> {
  const editButton = await goToPlace(page);
  const during = await watchInteractions(page);
  const box = page.locator('dialog textarea');
  const field = page.locator('article input');
  const type = (): Promise<void> => page.keyboard.press('a');
  const close = async (shown: Locator): Promise<void> => {
    await page.keyboard.press('Escape');
    await shown.waitFor({ state: 'detached' });
  };
  const openDialog = async (): Promise<void> => {
    await press(page, page.locator('button[title="create new thoughts"]'));
    await box.waitFor();
  };
  const edit = async (): Promise<void> => {
    await press(page, editButton);
    await field.waitFor();
  };

  const opening = await during(6, openDialog, () => close(box));
  await openDialog();
  const typing = await during(30, type);
  await box.fill('');
  await close(box);
  const pressingEdit = await during(6, edit, () => close(field));
  await edit();
  const editing = await during(30, type);
  await close(field);
  return {
    'opening the add dialog': opening,
    'typing in the add dialog': typing,
    'pressing Edit': pressingEdit,
    'typing in the edit field': editing,
    'frame while scrolling': await scrollFrames(page),
  };
}

/** Presses a button directly, so that no code of the test tool runs during the press. */
async function press(page: Page, target: Locator): Promise<void> {
  await page.waitForTimeout(STEADY_MS);
  const place = await target.boundingBox();
  if (place === null) throw new Error('What is to be pressed is not shown.');
  await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
}

/** The shortest interaction (ms) the browser reports; one that is not reported counts as this. */
const SHORTEST = 16;

type Act = () => Promise<void>;

/** Returns the function that does a series of acts and returns the time (ms) of each to the next paint. */
async function watchInteractions(page: Page) {
  const reported = await page.evaluateHandle((durationThreshold) => {
    const durations: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const isOne = entry instanceof PerformanceEventTiming && entry.interactionId !== 0;
        if (isOne) durations.push(entry.duration);
      }
    });
    // The options are in a variable, because TypeScript does not know the threshold yet.
    const wanted = { type: 'event', durationThreshold };
    observer.observe(wanted);
    return durations;
  }, SHORTEST);
  const takeReported = (): Promise<number[]> =>
    reported.evaluate(async (durations) => {
      // What two frames show is painted, and the browser has reported it.
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      await new Promise((resolve) => setTimeout(resolve, 20));
      return durations.splice(0);
    });
  return async (times: number, act: Act, undo?: Act): Promise<number[]> => {
    const all: number[] = [];
    while (all.length < times) {
      await takeReported();
      await act();
      // An interaction of several events, such as press and release, counts as its slowest.
      all.push(Math.max(SHORTEST, ...(await takeReported())));
      await undo?.();
    }
    return all;
  };
}

/** How many frames to scroll, how many in each direction, and the pixels in each frame. */
const SCROLL = { frames: 240, turn: 60, step: 50 };

/** Scrolls up and down, a step in each frame; returns the time (ms) between frames. */
function scrollFrames(page: Page): Promise<number[]> {
  return page.evaluate(async ({ frames, turn, step }) => {
    const times: number[] = [];
    let last = await new Promise<number>(requestAnimationFrame);
    for (let frame = 0; frame < frames; frame += 1) {
      const isDown = Math.floor(frame / turn) % 2 === 1;
      scrollBy({ top: isDown ? step : -step, behavior: 'instant' });
      const now = await new Promise<number>(requestAnimationFrame);
      times.push(now - last);
      last = now;
    }
    return times;
  }, SCROLL);
}
