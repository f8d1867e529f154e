import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test.each([
  ['Ada Lovelace', 'A\u200CL'],
  ['  plato ', 'P'],
  ['ﬀ ß', 'F\u200CS'],
  ['"Ann" Lee ;-)', 'A\u200CL'],
  ['🌈 Zoë ✨ Müller 🦄', '🌈\u200C🦄'],
  ['e\u0301mile zola', 'E\u0301\u200CZ'],
  ['نور الدين', 'ن\u200Cا'],
  ['!?', 'X'],
])('the initials of "%s" are "%s"', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
