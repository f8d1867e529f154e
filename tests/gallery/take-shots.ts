import { join } from 'node:path';
import { test } from '#tests/e2e/fixtures.ts';
import { SHOTS } from './shots.ts';

const GALLERY = join(import.meta.dirname, '../../docs/gallery');

const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [390, 1280].map((width) => ({ colorScheme, width })),
);

for (const { colorScheme, width } of LOOKS) {
  test.describe(`${colorScheme}, ${width} px wide`, () => {
    test.use({ colorScheme, viewport: { width, height: 844 }, reducedMotion: 'reduce' });

    for (const { name, open } of SHOTS) {
      test(name, async ({ person, visitor, trouble }) => {
        trouble.expect(/./u);
        const page = await open({ person, visitor });
        await page.screenshot({
          path: join(GALLERY, `${name}-${colorScheme}-${width}.png`),
          animations: 'disabled',
        });
      });
    }
  });
}
