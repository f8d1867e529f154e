import { chromium, type Browser, type Locator, type Page } from '@playwright/test';
import { findChromium } from '#scripts/chromium.mjs';
import { cookieName } from '#server/auth/private-cookie.ts';
import { watchInteractions } from './interactions.ts';
import { serveBoard, type ServedBoard } from './served-board.ts';
import { quantile } from './statistics.ts';
import type { Section } from './table.ts';

const FEW = 50;
const MANY = 10_000;
/** How many times slower than this machine's the page's processor is to be. */
const THROTTLE = 4;
const ROUNDS = 2;
/** Milliseconds for anything the page is to do; loading all thoughts is the longest. */
const PATIENCE = 90_000;
/** Milliseconds after which the whole is given up: a page that slow is a result by itself. */
const LIMIT = 210_000;

/** Milliseconds to scroll at least; frames to each turn, and pixels in each frame. */
const SCROLL = { limit: 4_000, turn: 60, step: 50 };

/** All times of one page, by what was measured. */
type Times = Map<string, number[]>;

/** Measures the feed in Chromium with many thoughts loaded against the same page with few. */
export async function measureFeed(): Promise<Section> {
  const executablePath = findChromium();
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu'],
    ...(executablePath !== undefined && { executablePath }),
  });
  const boards: ServedBoard[] = [];
  // What waits for the page fails when the browser closes.
  const limit = setTimeout(() => void browser.close(), LIMIT);
  try {
    const measured: { page: Page; times: Times }[] = [];
    for (const size of [FEW, MANY]) {
      const board = await serveBoard(1, size);
      boards.push(board);
      measured.push({ page: await openFeed(browser, board, size), times: new Map() });
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { page, times } of measured) await measureRound(page, times);
    }
    const [few, many] = measured.map(({ times }) => times);
    return sectionOf(few ?? new Map(), many ?? new Map());
  } finally {
    clearTimeout(limit);
    await browser.close();
    for (const board of boards) await board.close();
  }
}

function sectionOf(few: Times, many: Times): Section {
  const row = (name: string, share: number) => ({
    name: `${name}, p${share * 100}`,
    floor: quantile(few.get(name) ?? [], share),
    measured: quantile(many.get(name) ?? [], share),
    unit: 'ms' as const,
  });
  return {
    title: `Feed with ${MANY} thoughts, processor slowed ${THROTTLE} times`,
    floor: `with ${FEW}`,
    rows: [...few.keys()].flatMap((name) => [row(name, 0.5), row(name, 0.98)]),
  };
}

/** Opens the feed as a reader who had loaded that many thoughts before. */
async function openFeed(browser: Browser, board: ServedBoard, size: number): Promise<Page> {
  const [reader] = board.people;
  if (reader === undefined) throw new Error('Nobody is there to read.');
  const page = await browser.newPage({ baseURL: board.origin });
  page.setDefaultTimeout(PATIENCE);
  await page
    .context()
    .addCookies([
      { name: cookieName('session', board.origin), value: reader.token, url: board.origin },
    ]);
  await page.addInitScript(([key, place]) => sessionStorage.setItem(key, place), [
    `thought-cloud:place:${reader.uid}`,
    JSON.stringify({ size, textID: '', top: 0 }),
  ] as const);
  await page.goto('/');
  await page.waitForFunction(
    (wanted) => document.querySelectorAll('article').length === wanted,
    size,
    { polling: 500 },
  );
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  return page;
}

/** Measures everything once more; each interaction is undone outside of what is measured. */
async function measureRound(page: Page, times: Times): Promise<void> {
  const during = await watchInteractions(page);
  const box = page.locator('dialog textarea');
  const field = page.locator('article input');
  const close = async (shown: Locator): Promise<void> => {
    await page.keyboard.press('Escape');
    await shown.waitFor({ state: 'detached' });
  };
  const openDialog = async (): Promise<void> => {
    await press(page, page.locator('button[title="create new thoughts"]'));
    await box.waitFor();
  };
  const edit = async (): Promise<void> => {
    await press(page, page.locator('button[title="Edit"]').first());
    await field.waitFor();
  };
  const type = (): Promise<void> => page.keyboard.press('a');
  const keep = (name: string, values: number[]): void => {
    times.set(name, [...(times.get(name) ?? []), ...values]);
  };

  keep(
    'opening the add dialog',
    await during({ times: 6, act: openDialog, undo: () => close(box) }),
  );
  await openDialog();
  keep('typing in the add dialog', await during({ times: 30, act: type }));
  await box.fill('');
  await close(box);
  keep('pressing Edit', await during({ times: 6, act: edit, undo: () => close(field) }));
  await edit();
  keep('typing in the edit field', await during({ times: 30, act: type }));
  await close(field);
  keep('frame while scrolling', await scrollFrames(page));
}

/** Presses without looking first, as a person does; nothing of the test tool runs in the press. */
async function press(page: Page, target: Locator): Promise<void> {
  const place = await target.boundingBox();
  if (place === null) throw new Error('What is to be pressed is not shown.');
  await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
}

/** Scrolls down and up again, a step a frame; returns the time between each two frames. */
async function scrollFrames(page: Page): Promise<number[]> {
  const frames = await page.evaluate(
    ({ limit, turn, step }) =>
      new Promise<number[]>((resolve) => {
        const starts: number[] = [];
        const next = (now: number): void => {
          const isDown = Math.floor(starts.length / turn) % 2 === 0;
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
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  return frames.slice(1).map((start, index) => start - (frames[index] ?? start));
}
