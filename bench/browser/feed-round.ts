import type { Locator, Page, JSHandle } from '@playwright/test';
import { goToPlace } from './browser.ts';

/** The client ignores the press of a button that moved or was renamed within this time (ms). */
const STEADY_MS = 600;

export type Times = Record<string, number[]>;

/** Measures each act of a reader on the feed once; undoing an act is not measured. */
export async function measureFeedRound(page: Page): Promise<Times> {
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

  const opening = await during({ times: 6, act: openDialog, undo: () => close(box) });
  await openDialog();
  const typing = await during({ times: 30, act: type });
  await box.fill('');
  await close(box);
  const pressingEdit = await during({ times: 6, act: edit, undo: () => close(field) });
  await edit();
  const editing = await during({ times: 30, act: type });
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

interface Series {
  times: number;
  act: () => Promise<void>;
  undo?: () => Promise<void>;
}

/** Returns the function that does a series and returns the time (ms) of each to the next paint. */
async function watchInteractions(page: Page): Promise<(series: Series) => Promise<number[]>> {
  const reported = await observe(page);
  const takeReported = (): Promise<number[]> =>
    reported.evaluate(async (durations) => {
      // What two frames show is painted, and the browser has reported it.
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      await new Promise((resolve) => setTimeout(resolve, 20));
      return durations.splice(0);
    });
  return async ({ times, act, undo }) => {
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

function observe(page: Page): Promise<JSHandle<number[]>> {
  return page.evaluateHandle((durationThreshold) => {
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
}

/** The least time to scroll (ms), the frames in each direction, and the pixels in each frame. */
const SCROLL = { limit: 4_000, turn: 60, step: 50 };

/** Scrolls up and down, a step in each frame; returns the time (ms) between frames. */
async function scrollFrames(page: Page): Promise<number[]> {
  const frames = await page.evaluate(
    ({ limit, turn, step }) =>
      new Promise<number[]>((resolve) => {
        const starts: number[] = [];
        const next = (now: number): void => {
          const isDown = Math.floor(starts.length / turn) % 2 === 1;
          starts.push(now);
          scrollBy({ top: isDown ? step : -step, behavior: 'instant' });
          const isOver = now - (starts[0] ?? now) > limit && starts.length > turn;
          if (isOver) resolve(starts);
          else requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      }),
    SCROLL,
  );
  return frames.slice(1).map((start, index) => start - (frames[index] ?? start));
}
