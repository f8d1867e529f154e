import type { Page } from '@playwright/test';

/** The channel by which Playwright drives a Firefox that it has not built. */
export const SYSTEM_FIREFOX = 'moz-firefox';

/** The properties of a page in Firefox that say in which media it is shown, and their values for a feature that is unset. */
const PROPERTIES = {
  colorScheme: ['prefersColorSchemeOverride', 'none'],
  reducedMotion: ['prefersReducedMotionOverride', 'none'],
  forcedColors: ['forcedColorsOverride', 'none'],
  media: ['mediumOverride', ''],
} as const;

/** Lets a page of the system's Firefox emulate media, which Playwright can't there, by the bridge. */
export function letEmulateMedia(
  page: Page,
  reducedMotion: 'reduce' | 'no-preference' | null,
): void {
  page.emulateMedia = async (features = {}) => {
    const properties = Object.entries(PROPERTIES).flatMap(([feature, [property, unset]]) => {
      const value = Object.entries(features).find(([name]) => name === feature)?.[1];
      return value === undefined ? [] : [[property, value ?? unset]];
    });
    const value = JSON.stringify(Object.fromEntries(properties));
    await page.setExtraHTTPHeaders({ 'firefox-media': value });
  };
  // With the first page of a site, Firefox forgets it.
  const goto = page.goto.bind(page);
  page.goto = async (...address) => {
    const response = await goto(...address);
    await page.emulateMedia({ reducedMotion });
    return response;
  };
}
