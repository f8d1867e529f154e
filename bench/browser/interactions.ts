import type { JSHandle, Page } from '@playwright/test';

/** The shortest interaction (ms) the browser reports; what it does not report counts as this. */
const SHORTEST = 16;

/** Milliseconds for one series: on a slow page it ends early. */
const SERIES_LIMIT = 15_000;

interface Series {
  times: number;
  act: () => Promise<void>;
  undo?: () => Promise<void>;
}

/** Returns the function that does a series and returns the time (ms) of each to the next paint. */
export async function watchInteractions(
  page: Page,
): Promise<(series: Series) => Promise<number[]>> {
  const reported = await observe(page);
  return async ({ times, act, undo }) => {
    const all: number[] = [];
    const began = performance.now();
    while (all.length < times && performance.now() - began < SERIES_LIMIT) {
      await takeEntries(reported);
      await act();
      await untilPainted(page);
      // The parts of one interaction, such as pressing and letting go, count as their slowest.
      all.push(Math.max(SHORTEST, ...(await takeEntries(reported))));
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
    // Not given at once, because TypeScript does not know of the threshold yet.
    const wanted = { type: 'event', durationThreshold };
    observer.observe(wanted);
    return durations;
  }, SHORTEST);
}

function takeEntries(reported: JSHandle<number[]>): Promise<number[]> {
  return reported.evaluate((durations) => durations.splice(0));
}

/** Waits for two frames: what they show is painted, and the browser has reported it. */
async function untilPainted(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
}
