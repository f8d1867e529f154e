import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { drawTwice, press, untilAtRest } from './press.ts';
import { addThought, cardOf, openAddDialog, thoughtBox } from './thoughts.ts';

test('a press shows on a control under the mouse', { tag: '@mouse' }, async ({ person }) => {
  const ada = await person('Ada');
  await openAddDialog(ada);
  const cancel = ada.getByRole('button', { name: 'Cancel' });
  await cancel.hover();
  await ada.mouse.down();
  await expect(cancel).toHaveCSS('background-image', /gradient/u);
});

test.describe('in Chromium', { tag: '@chromium' }, () => {
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

  test('with forced colours or more contrast, controls keep an outline', async ({ person }) => {
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
    await press(ada.getByTitle('Save'));
    await ada.emulateMedia({ forcedColors: 'none', colorScheme: 'light', contrast: 'more' });
    await expect(ada.getByRole('article')).toHaveCSS('border-color', 'rgb(118, 133, 154)');
  });

  test('a closed dialog leaves from where it was', async ({ person }) => {
    const ada = await person('Ada');
    const dialog = await openAddDialog(ada);
    await untilAtRest(ada);
    const stood = await dialog.boundingBox();
    const left = await dialog.evaluate(async (element) => {
      if (element instanceof HTMLDialogElement) element.close('');
      for (;;) {
        const copy = document.querySelector('dialog[data-gone]');
        if (copy) return { width: copy.clientWidth, top: copy.getBoundingClientRect().top };
        await new Promise(requestAnimationFrame);
      }
    });
    expect(left.width).toBe(stood?.width);
    // It sinks by 8 px at most.
    expect(Math.abs(left.top - (stood?.y ?? NaN))).toBeLessThanOrEqual(8);
  });

  test('a printed page has neither bar nor button over its thoughts', async ({ person }) => {
    const ada = await person('Ada');
    await ada.emulateMedia({ media: 'print' });
    await expect(ada.getByRole('banner')).toHaveCount(0);
    await expect(ada.getByTitle('create new thoughts')).toBeHidden();
  });
});

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
