import type { ElementHandle, Locator, Page } from '@playwright/test';
import { untilAtRest } from './thoughts.ts';

/** Pastes by the real clipboard: Firefox hides the contents of one that a script made. */
export async function paste(field: Locator, text: string): Promise<void> {
  const source = await selectBeside(field, text);
  await field.page().keyboard.press('Control+c');
  await source.evaluate((box) => box.remove());
  await field.focus();
  await field.page().keyboard.press('Control+v');
}

/** Drops a text from elsewhere on a field, so far (px) along its first line. */
export async function drop(field: Locator, text: string, x: number): Promise<void> {
  const source = await selectBeside(field, text);
  await drag(field.page(), await pointOf(source, 8), await pointOf(field, x));
  await source.evaluate((box) => box.remove());
}

interface Point {
  x: number;
  y: number;
}

async function drag({ mouse }: Page, from: Point, to: Point): Promise<void> {
  await mouse.move(from.x, from.y);
  await mouse.down();
  // Only what moves step by step is a drag.
  await mouse.move(to.x, to.y, { steps: 10 });
  await mouse.up();
}

async function pointOf(field: Locator | ElementHandle, along: number): Promise<Point> {
  const { x = 0, y = 0, height = 0 } = (await field.boundingBox()) ?? {};
  return { x: x + along, y: y + Math.min(height / 2, 24) };
}

/** Selects a text in a box of its own, which stands beside the field. */
async function selectBeside(field: Locator, text: string): Promise<ElementHandle<HTMLElement>> {
  // What still moves can't be dragged.
  await untilAtRest(field.page());
  return field.evaluateHandle((element, selected) => {
    const box = document.createElement('textarea');
    box.value = selected;
    box.rows = 1;
    box.style.cssText = 'flex: none; font: 32px/32px monospace';
    element.after(box);
    box.select();
    return box;
  }, text);
}
