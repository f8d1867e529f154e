import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, '../../shared/look.css'), 'utf8');

const SKIES = ['dawn', 'day', 'dusk', 'night'] as const;

const WORDS = ['page', ...SKIES, 'card', 'soft'].flatMap((ground) =>
  ['text', 'quiet', 'accent', 'danger'].map((words) => [words, ground, 4.5] as const),
);

test.for([
  ...WORDS,
  ['on-accent', 'accent', 4.5],
  ['accent', 'accent-pale', 4.5],
  ['quiet', 'accent-pale', 4.5],
  ['danger', 'danger-pale', 4.5],
  ['control-edge', 'card', 3],
  ['control-edge', 'page', 3],
  ...SKIES.map((sky) => ['control-edge', sky, 3] as const),
  ['control-edge', 'soft', 3],
] as const)('in both themes %s can be told from %s', ([one, ground, least]) => {
  for (const theme of ['light', 'dark'] as const) {
    const contrasts = colorsOf(ground, theme).flatMap((other) =>
      colorsOf(one, theme).map((color) => contrastOf(color, other)),
    );
    expect(Math.min(...contrasts), `in the ${theme} theme`).toBeGreaterThanOrEqual(least);
    expect(contrasts.length).toBeGreaterThan(0);
  }
});

/** The colours that a token has, as three parts of 255. */
function colorsOf(token: string, theme: 'light' | 'dark'): number[][] {
  const hex = '#([\\da-f]{6})';
  const pairs = css.matchAll(
    new RegExp(`--${token}:\\s*light-dark\\(\\s*${hex},\\s*${hex}\\s*\\)`, 'giu'),
  );
  return [...pairs].map(
    ([, light = '', dark = '']) =>
      (theme === 'light' ? light : dark).match(/../gu)?.map((part) => parseInt(part, 16)) ?? [],
  );
}

/** The contrast of two colours, as WCAG 2.2 defines it. */
function contrastOf(one: number[], other: number[]): number {
  const [dark = 0, light = 0] = [one, other].map(luminanceOf).toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminanceOf(color: number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
