import { join } from 'node:path';
import { test } from '#tests/e2e/fixtures.ts';
import { SHOTS } from './shots.ts';

const GALLERY = join(import.meta.dirname, '../../docs/gallery');

/** Colours, width of the window (px) and size of the text (%). */
const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [390, 1280].flatMap((width) => [100, 200].map((text) => ({ colorScheme, width, text }))),
);

// Elsewhere the space reserved for a scrollbar shows beside a dialog.
test.use({ isMobile: true });

for (const { name, open } of SHOTS) {
  test(name, async ({ person, visitor, consoleGuard }) => {
    consoleGuard.expect(/./u);
    const page = await open({
      visitor,
      // The window is as narrow as in the first look, so that a long edit shows at its caret.
      person: async (who) => {
        const reader = await person(who);
        await reader.setViewportSize({ width: 390, height: 844 });
        return reader;
      },
    });
    for (const { colorScheme, width, text } of LOOKS) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 844 });
      await page.evaluate((percent) => {
        const { dataset, style } = document.documentElement;
        style.fontSize = `${percent}%`;
        // The sky does not depend on when the pictures are taken.
        dataset['sky'] = 'day';
      }, text);
      const large = text === 100 ? '' : `-${text}`;
      await page.screenshot({
        path: join(GALLERY, `${name}-${colorScheme}-${width}${large}.png`),
        animations: 'disabled',
      });
    }
  });
}
