import { expect, test } from 'vitest';
import { drawPicture } from './pictures.ts';

test('white initials stand out enough on every hue', () => {
  const hues = Array.from({ length: 360 }, (_, hue) => hue);
  const contrasts = hues.map(
    (hue) => 1.05 / (luminanceOf(drawPicture({ hue, initials: 'A' })) + 0.05),
  );
  expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(4.5);
});

/** The relative luminance of a picture's ground, as WCAG has it. */
function luminanceOf(picture: string): number {
  const [, hue = '', saturation = '', lightness = ''] =
    /fill="hsl\((\d+) (\d+)% (\d+)%\)"/u.exec(picture) ?? [];
  const light = Number(lightness) / 100;
  const reach = (Number(saturation) / 100) * Math.min(light, 1 - light);
  const [red = NaN, green = NaN, blue = NaN] = [0, 8, 4].map((offset) => {
    const at = (offset + Number(hue) / 30) % 12;
    const value = light - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1));
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
