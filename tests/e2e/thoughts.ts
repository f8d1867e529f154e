import type { Locator, Page } from '@playwright/test';
import { leave, press } from './press.ts';

/** The card of the thought with this text. */
export function cardOf(page: Page, text: string): Locator {
  return page.getByRole('article').filter({ hasText: text });
}

/** The box in which a new thought is written. */
export function thoughtBox(page: Page): Locator {
  return page.getByPlaceholder("What's your thoughts?");
}

/** The sign on the round button that a text waits to be written on. */
export function draftDot(page: Page): Locator {
  return page.getByRole('img', { name: 'A draft is waiting' });
}

/** Opens the add dialog by the round button. */
export async function openAddDialog(page: Page): Promise<Locator> {
  await press(page.getByRole('button', { name: 'create new thoughts' }));
  return page.getByRole('dialog', { name: 'Add thought' });
}

/** Writes a thought as a person does, waits until its card is there and leaves the list. */
export async function addThought(page: Page, text: string): Promise<void> {
  const dialog = await openAddDialog(page);
  await thoughtBox(page).fill(text);
  await press(dialog.getByRole('button', { name: 'Add', exact: true }));
  await cardOf(page, text).waitFor();
  await leave(page);
}

/** The texts of the cards, in the order shown. */
export async function shownTexts(page: Page): Promise<string[]> {
  return page.getByRole('article').getByRole('paragraph').allInnerTexts();
}

/** Waits until the cards that came in have unfolded. */
export async function untilUnfolded(page: Page): Promise<void> {
  // Allowed to fail: a card that is drawn again, or goes, takes its animation with it.
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map(async (animation) => animation.finished)),
  );
}
