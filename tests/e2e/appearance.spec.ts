import type { Page } from '@playwright/test';
import { expect, inChromium, notInSystemFirefox, notInSystemWebKit, test } from './fixtures.ts';
import { drawTwice, press, untilAtRest } from './press.ts';
import { addThought, cardOf, openAddDialog, openCrowd, say, thoughtBox } from './thoughts.ts';

test('a press shows on a control under the mouse', { tag: '@mouse' }, async ({ person }) => {
  const ada = await person('Ada');
  await openAddDialog(ada);
  const cancel = ada.getByRole('button', { name: 'Cancel' });
  await cancel.hover();
  await ada.mouse.down();
  await expect(cancel).toHaveCSS('background-image', /gradient/u);
});

test.describe('with reduced motion', () => {
  // Set from the start: motion that has begun before is still reported.
  test.use({ reducedMotion: 'reduce' });

  test('nothing moves', async ({ person }) => {
    const ada = await person('Ada');
    await addThought(ada, 'the first of a list comes with it');
    await markMotion(ada);
    await addThought(ada, 'perfectly still');
    await cardOf(ada, 'perfectly still').getByTitle('Edit').hover();
    await openAddDialog(ada);
    await ada.keyboard.press('Escape');
    await drawTwice(ada);
    expect(await moved(ada)).toBe('');
  });
});

test(
  'with forced colours, controls keep an outline',
  notInSystemWebKit('It has no forced colours'),
  async ({ person }) => {
    const ada = await person('Ada');
    await ada.emulateMedia({ forcedColors: 'active' });
    const widthOf = (name: string) =>
      ada
        .getByRole('button', { name })
        .evaluate((element) => getComputedStyle(element).borderTopWidth);
    expect(await widthOf('create new thoughts')).toBe('2px');
    const dialog = await openAddDialog(ada);
    expect(await widthOf('Cancel')).toBe('1px');
    await expect(dialog).toHaveCSS('border-top-width', '1px');
    await expect(thoughtBox(ada)).toHaveCSS('outline-style', 'solid');
    await thoughtBox(ada).fill('a thought');
    const groundOf = (name: string) =>
      ada
        .getByRole('button', { name, exact: true })
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    const plain = await groundOf('Cancel');
    expect(await groundOf('Add')).not.toBe(plain);
    await press(ada.getByRole('button', { name: 'Add', exact: true }));
    await expect(ada.getByRole('article')).toHaveCSS('border-top-width', '1px');
    await press(ada.getByTitle('Edit'));
    expect(await groundOf('Save')).not.toBe(plain);
  },
);

test(
  'with more contrast, cards keep an outline',
  notInSystemFirefox('It asks for no contrast'),
  async ({ person }) => {
    const ada = await person('Ada');
    await addThought(ada, 'a thought');
    await ada.emulateMedia({ colorScheme: 'light', contrast: 'more' });
    await expect(ada.getByRole('article')).toHaveCSS('border-color', 'rgb(118, 133, 154)');
  },
);

for (const { width, how, motion } of [
  { width: 390, how: 'slides away opaque', motion: 'translate' },
  { width: 1280, how: 'fades away', motion: 'opacity' },
]) {
  test(`at ${width} px a closed dialog ${how}, and leaves no copy of its fields`, async ({
    person,
  }) => {
    const ada = await person('Ada');
    await ada.setViewportSize({ width, height: 844 });
    const dialog = await openAddDialog(ada);
    await thoughtBox(ada).fill('half a thou');
    await untilAtRest(ada);
    // Where the engine can't keep a closed dialog on top, it is gone at once.
    const canStay = await ada.evaluate(() => CSS.supports('overlay', 'auto'));
    expect(await dialog.evaluate(leave)).toEqual({
      properties: canStay ? ['display', motion, 'overlay'].toSorted() : [],
      boxes: canStay ? ['half a thou'] : [],
    });
    await expect(ada.locator('dialog')).toHaveCount(0);
  });
}

test(
  'the bar has its ground at once when cards jump under it',
  { tag: '@self-hosted' },
  async ({ person }) => {
    const ada = await person('Ada');
    for (let count = 0; count < 12; count += 1) await say(ada, `thought ${count};`);
    const ground = await ada.getByRole('banner').evaluate(async (bar) => {
      scrollTo({ top: 600, behavior: 'instant' });
      await new Promise((resolve) => {
        addEventListener('scroll', resolve, { once: true });
      });
      return getComputedStyle(bar).backgroundColor;
    });
    expect(ground).toBe('rgb(255, 255, 255)');
  },
);

/** What Chromium counts at least for one card that jumps; less may be a frame that a busy machine drew late. */
const LEAST_JUMP = 0.05;

test.describe('a list that makes room', { tag: '@self-hosted' }, () => {
  test(
    'does not jump when thoughts arrive one soon after the other',
    inChromium('No other engine measures shifts'),
    async ({ person, server }) => {
      const ada = await person('Ada');
      const crowd = await openCrowd(server.url);
      await crowd.add('the first');
      await cardOf(ada, 'the first').waitFor();
      await ada.evaluate(markShifts);
      for (let count = 0; count < 12; count += 1) {
        await crowd.add(`thought ${count};`);
        // Long before its motion is over.
        await cardOf(ada, `thought ${count};`).waitFor();
      }
      await drawTwice(ada);
      const shifts = await ada.locator('body').getAttribute('data-shifts');
      expect(Number(shifts)).toBeLessThan(LEAST_JUMP);
    },
  );

  test('stands still until two cards, a frame apart, are both painted', async ({
    person,
    server,
  }) => {
    const ada = await person('Ada');
    const crowd = await openCrowd(server.url);
    await crowd.add('the first');
    await cardOf(ada, 'the first').waitFor();
    await drawTwice(ada);
    await ada.evaluate(holdFrames);
    const moves: boolean[] = [];
    for (const text of ['the second', 'the third']) {
      await crowd.add(text);
      await cardOf(ada, text).waitFor({ state: 'attached' });
      moves.push(await ada.evaluate(drawFrame));
    }
    moves.push(await ada.evaluate(drawFrame));
    expect(moves).toEqual([false, false, true]);
  });
});

test('Edit and Save change places without a moment in which neither is seen', async ({
  person,
}) => {
  const ada = await person('Ada');
  await addThought(ada, 'a thought');
  const colors = await ada.getByTitle('Edit').evaluate(async (control: HTMLElement) => {
    control.click();
    await new Promise(requestAnimationFrame);
    return control.getAnimations().length;
  });
  expect(colors).toBe(0);
});

test('a printed page has the light scheme, whole cards and no controls', async ({ person }) => {
  const ada = await person('Ada');
  await addThought(ada, 'a thought');
  await ada.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(ada.getByRole('banner')).toHaveCount(0);
  await expect(ada.getByRole('button')).toHaveCount(0);
  const card = ada.getByRole('article');
  await expect(card).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(card).toHaveCSS('break-inside', 'avoid');
  await expect(ada.locator('[data-sky]').last()).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
});

/** Makes the page sum up its layout shifts from now on. */
function markShifts(): void {
  const { dataset } = document.body;
  dataset['shifts'] = '0';
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('value' in entry)
        dataset['shifts'] = String(Number(dataset['shifts']) + Number(entry.value));
  }).observe({ type: 'layout-shift' });
}

/** Holds back what the page does before a frame, until that is drawn by `drawFrame`. */
function holdFrames(): void {
  const held: FrameRequestCallback[] = [];
  window.requestAnimationFrame = held.push.bind(held);
  window.addEventListener('draw', () => {
    for (const callback of held.splice(0)) callback(performance.now());
  });
}

/** Does what the page wants to do before its next frame; returns whether its list moves then. */
function drawFrame(): boolean {
  window.dispatchEvent(new Event('draw'));
  const list = document.querySelector('[role="list"]');
  return list?.getAnimations().some(({ id }) => id === 'move') ?? false;
}

/** Closes a dialog; returns which of its properties change over time then, and the texts of the fields in the page. */
async function leave(dialog: Element) {
  if (dialog instanceof HTMLDialogElement) dialog.close('');
  while (!dialog.hasAttribute('inert')) await new Promise(requestAnimationFrame);
  const properties = dialog
    .getAnimations()
    .flatMap((motion) => (motion instanceof CSSTransition ? motion.transitionProperty : []));
  const boxes = [...document.querySelectorAll('textarea')].map(({ value }) => value);
  return { properties: properties.toSorted(), boxes };
}

/** Makes the page record what moves in it from now on. */
async function markMotion(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { dataset } = document.body;
    const mark = (event: Event): void => {
      const { target, type } = event;
      // The ring around a new card only fades away.
      if (event instanceof TransitionEvent && event.propertyName === 'outline-color') return;
      const tag = target instanceof Element ? target.tagName : '';
      dataset['moved'] = `${dataset['moved'] ?? ''}${tag} ${type}; `;
    };
    for (const type of ['animationstart', 'transitionrun']) {
      document.addEventListener(type, mark, true);
    }
    Element.prototype.animate = () => {
      dataset['moved'] = 'by a script';
      return new Animation();
    };
  });
}

/** What has moved, as `ARTICLE animationstart; `. */
async function moved(page: Page): Promise<string> {
  return (await page.locator('body').getAttribute('data-moved')) ?? '';
}
