import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { SHOTS } from '#tests/gallery/shots.ts';
import { expect, test } from './fixtures.ts';

/** Every look a screen is tried in: colours, direction of writing, width and size of text in px. */
const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) => [
  ...(['ltr', 'rtl'] as const).flatMap((direction) =>
    [320, 768, 1280].map((width) => ({ colorScheme, direction, width, textSize: 16 })),
  ),
  { colorScheme, direction: 'ltr' as const, width: 390, textSize: 32 },
]);

test.describe('in every look', { tag: ['@self-hosted', '@chromium'] }, () => {
  test.use({ reducedMotion: 'reduce' });

  for (const { name, open } of SHOTS) {
    test(`the screen ${name} is free of axe findings and of sideways scrolling`, async ({
      person,
      visitor,
      consoleGuard,
    }) => {
      // The shots of a lost connection, and of a session that is never known.
      consoleGuard.expect(/404|api\/live|preloaded/u);
      const page = await open({ person, visitor });
      const findings: unknown[] = [];
      for (const look of LOOKS) {
        await wear(page, look);
        const { violations } = await new AxeBuilder({ page }).analyze();
        for (const { id, nodes } of violations) {
          findings.push([look, id, nodes.map(({ html }) => html)]);
        }
        if (await scrollsSideways(page)) findings.push([look, 'scrolls sideways']);
      }
      expect(findings).toEqual([]);
    });
  }
});

async function wear(
  page: Page,
  { colorScheme, direction, width, textSize }: (typeof LOOKS)[number],
): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 800 });
  await page.evaluate(
    ([dir, fontSize]) => {
      document.documentElement.dir = dir;
      document.documentElement.style.fontSize = fontSize;
    },
    [direction, `${textSize}px`] as const,
  );
}

function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
}
