import type { Page } from '@playwright/test';

/** Milliseconds to scroll at least; frames to each turn, and pixels in each frame. */
const SCROLL = { limit: 4_000, turn: 60, step: 50 };

/** Scrolls up and down again, a step a frame; returns the time (ms) between each two frames. */
export async function scrollFrames(page: Page): Promise<number[]> {
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
