import type { Locator, Page } from '@playwright/test';
import { watchInteractions } from './interactions.ts';
import { goToPlace } from './open-feed.ts';
import { scrollFrames } from './scroll-frames.ts';

/** The client swallows the press of a button that has moved or was renamed less long ago (ms). */
const STEADY_MS = 600;

export type Times = Record<string, number[]>;

/** Measures everything a reader does on the feed once; each act is undone outside of its time. */
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

/** Presses without looking first, as a person does; nothing of the test tool runs in the press. */
async function press(page: Page, target: Locator): Promise<void> {
  await page.waitForTimeout(STEADY_MS);
  const place = await target.boundingBox();
  if (place === null) throw new Error('What is to be pressed is not shown.');
  await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
}
