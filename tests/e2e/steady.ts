import type { Crowd } from './api-users.ts';

/** Pixels that the first visible card may move. */
export const MAY_MOVE = 1;

/** Returns the function that in turn inserts, edits and removes cards above the one that is read. */
export function createChanges(crowd: Crowd, above: string[]): (step: number) => Promise<void> {
  return async (step) => {
    const textID = above[step % above.length] ?? '';
    if (step % 3 === 0) above.push(await crowd.add(`insert ${step}`));
    else if (step % 3 === 1) await crowd.edit(textID, `edited\n`.repeat(step % 4) + step);
    else await crowd.remove(above.splice(step % above.length, 1)[0] ?? '');
  };
}

/**
 * Records how far (px) an item is painted from its present place, at most, for `mostOff`. Runs in the page.
 */
export function notePaints(item: Element): void {
  const { top, height } = item.getBoundingClientRect();
  const { dataset } = document.documentElement;
  dataset['mostOff'] = '0';
  // Half of the item is inside this root, so that each pixel it moves changes the visible part. The places
  // are those of a finished frame.
  new IntersectionObserver(
    (entries) => {
      for (const { boundingClientRect } of entries) {
        const off = Math.abs(boundingClientRect.top - top);
        dataset['mostOff'] = String(Math.max(Number(dataset['mostOff']), off));
      }
    },
    {
      rootMargin: `${-Math.round(top + height / 2)}px 0px 0px 0px`,
      threshold: Array.from({ length: 201 }, (_, part) => part / 200),
    },
  ).observe(item);
}

/** The largest distance since `notePaints`. Runs in the page. */
export function mostOff(): number {
  return Number(document.documentElement.dataset['mostOff']);
}
