import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test.each([
  ['Ada Lovelace', 'AL'],
  ['  plato ', 'P'],
  ['ﬀ ß', 'FS'],
  ['"Ann" Lee ;-)', 'AL'],
  ['🌈 Zoë ✨ Müller 🦄', '🌈🦄'],
  ['e\u0301mile zola', 'E\u0301Z'],
  ['نور الدين', 'نا'],
  ['!?', 'X'],
])('the initials of "%s" are "%s"', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
