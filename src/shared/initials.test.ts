import { expect, test } from 'vitest';
import { hueOf, initialsOf } from './initials.ts';

test('names have one of twelve hues, as far apart as they can be, and each is in use', () => {
  const hues = Array.from({ length: 200 }, (_, number) => hueOf(`Ada ${number}`));
  expect([...new Set(hues)].toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 12 }, (_, step) => 30 * step),
  );
});

test.each([
  ['Ada Lovelace', 'AL'],
  ['  plato ', 'P'],
  ['Gabriel José García Márquez', 'GM'],
  ['😀 smile', '😀S'],
  ['ﬀ ß', 'FS'],
  ['(Bob) Smith', 'BS'],
  ['"Ann" Lee ;-)', 'AL'],
  ['👩‍🚀 Kim', '👩‍🚀K'],
  ['🇩🇪 Max', '🇩🇪M'],
  ['🌈 Zoë ✨ Müller 🦄', '🌈🦄'],
  ['e\u0301mile zola', 'E\u0301Z'],
  ['نور الدين', 'نا'],
  ['!?', 'X'],
])('the initials of "%s" are "%s"', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
