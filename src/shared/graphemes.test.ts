import { expect, test } from 'vitest';
import { graphemesOf } from './graphemes.ts';

test('a text is divided as the platform divides it, whatever it is made of', () => {
  const segmenter = new Intl.Segmenter();
  const differing: string[] = [];
  for (let unit = 0x20; unit <= 0xff_ff; unit += 1) {
    const sign = String.fromCodePoint(unit);
    const text = `${sign}${sign}e${sign}`;
    const characters = Array.from(segmenter.segment(text), ({ segment }) => segment);
    if (graphemesOf(text).join('|') !== characters.join('|')) differing.push(unit.toString(16));
  }
  expect(differing).toEqual([]);
});
