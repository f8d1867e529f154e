import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { test } from '#tests/e2e/fixtures.ts';
import { cardOf, openAddDialog, openCrowd, thoughtBox } from '#tests/e2e/thoughts.ts';

const FILM = join(import.meta.dirname, '../../docs/gallery/live.webp');

/** What each of the two windows shows, in px. */
const WINDOW = { width: 480, height: 600 };
const GAP = 16;
const QUALITY = 60;
/** How long the last picture stays, in ms. */
const END_MS = 1_200;
/** How long somebody looks at what has happened, in ms. */
const LOOK_MS = 800;
const KEY_MS = 20;

interface Frame {
  at: number;
  pictures: readonly Buffer[];
}

// Elsewhere the space reserved for a scrollbar shows beside the dialog.
test.use({ isMobile: true });

test('two people on one board, side by side, as an animated picture', async ({
  person,
  server,
  visitor,
}) => {
  const isMissing = spawnSync('img2webp', ['-version']).error !== undefined;
  test.skip(isMissing, 'no img2webp; as root: apt-get install webp');
  test.slow();
  const [ada, grace] = [await person('Ada Lovelace'), await person('Grace Hopper')];
  const noor = await openCrowd(server.url, 'نور الدين');
  await noor.add('غيمة صغيرة فوق البحر هذا الصباح');
  await noor.add('Somebody left a piano on the pavement and now the whole street is out of tune.');
  await ada.emulateMedia({ colorScheme: 'light' });
  await grace.emulateMedia({ colorScheme: 'dark' });
  for (const page of [ada, grace]) {
    await page.setViewportSize(WINDOW);
    await cardOf(page, 'a piano').waitFor();
  }
  // The lists come in by a motion.
  await ada.waitForTimeout(LOOK_MS);
  const film = startFilm([ada, grace]);
  await act(ada, grace);
  await save(await film.stop(), await visitor());
});

/** What the two people do. */
async function act(ada: Page, grace: Page): Promise<void> {
  await add(grace, 'Quiet is a feature.');
  await cardOf(ada, 'Quiet').waitFor();
  await ada.waitForTimeout(LOOK_MS);
  await add(ada, 'Tea fisrt.');
  await cardOf(grace, 'Tea').waitFor();
  await ada.waitForTimeout(LOOK_MS);
  await cardOf(ada, 'Tea').getByTitle('Edit').click();
  for (let count = 0; count < 4; count += 1) await ada.keyboard.press('Backspace', { delay: 80 });
  await ada.keyboard.type('rst.', { delay: KEY_MS });
  await ada.keyboard.press('Enter');
  await cardOf(grace, 'Tea first.').waitFor();
  await ada.waitForTimeout(LOOK_MS);
}

async function add(page: Page, text: string): Promise<void> {
  const dialog = await openAddDialog(page);
  await thoughtBox(page).pressSequentially(text, { delay: KEY_MS });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
}

/** Takes pictures of pages as fast as the browser gives them, until it is stopped. */
function startFilm(pages: readonly Page[]) {
  const frames: Frame[] = [];
  const over = new AbortController();
  const take = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const at = performance.now();
      const pictures = await Promise.all(
        pages.map((page) => page.screenshot({ caret: 'initial' })),
      );
      frames.push({ at, pictures });
    }
  };
  const taken = take();
  return {
    stop: async () => {
      over.abort();
      await taken;
      return frames;
    },
  };
}

/** Writes frames as one animated picture, their windows side by side. */
async function save(frames: readonly Frame[], page: Page): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'thought-cloud-film-'));
  mkdirSync(join(FILM, '..'), { recursive: true });
  try {
    await page.setViewportSize({ width: 2 * WINDOW.width + GAP, height: WINDOW.height });
    const pictures: string[] = [];
    for (const [index, frame] of frames.entries()) {
      const file = join(folder, `${index}.png`);
      const end = frames[index + 1]?.at ?? frame.at + END_MS;
      writeFileSync(file, await sideBySide(page, frame.pictures));
      pictures.push('-d', String(Math.round(end - frame.at)), file);
    }
    execFileSync('img2webp', [
      '-min_size',
      '-loop',
      '0',
      '-lossy',
      '-q',
      `${QUALITY}`,
      '-m',
      '6',
      ...pictures,
      '-o',
      FILM,
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function sideBySide(page: Page, pictures: readonly Buffer[]): Promise<Buffer> {
  const images = pictures.map(
    (picture) => `<img src="data:image/png;base64,${picture.toString('base64')}">`,
  );
  await page.setContent(
    `<style>body { display: flex; gap: ${GAP}px; margin: 0; background: transparent }</style>${images.join('')}`,
  );
  return page.screenshot({ omitBackground: true });
}
