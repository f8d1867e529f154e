import { expect, test } from 'vitest';
import { drawPicture } from './pictures.ts';

test('white initials stand out enough on every hue', () => {
  const hues = Array.from({ length: 360 }, (_, hue) => hue);
  const contrasts = hues.map(
    (hue) => 1.05 / (luminanceOf(drawPicture({ hue, initials: 'A' })) + 0.05),
  );
  expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(4.5);
});

/** The relative luminance of a picture's ground, as WCAG has it, by the matrices of CSS Color 4. */
function luminanceOf(picture: string): number {
  const [, percent = '', chroma = '', hue = ''] =
    /fill="oklch\((\d+)% ([\d.]+) (\d+)\)"/u.exec(picture) ?? [];
  const turn = (Number(hue) * Math.PI) / 180;
  const a = Number(chroma) * Math.cos(turn);
  const b = Number(chroma) * Math.sin(turn);
  const [l = NaN, m = NaN, s = NaN] = [
    [0.3963377774, 0.2158037573],
    [-0.1055613458, -0.0638541728],
    [-0.0894841775, -1.291485548],
  ].map(([ofA = NaN, ofB = NaN]) => (Number(percent) / 100 + ofA * a + ofB * b) ** 3);
  return -0.0405757452 * l + 1.1122868033 * m - 0.0717110581 * s;
}
