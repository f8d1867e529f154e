import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test.each([
  ['Ada Lovelace', 'AL'],
  ['  plato ', 'P'],
  ['Gabriel José García Márquez', 'GM'],
  ['😀 smile', '😀S'],
  ['ﬀ ß', 'FS'],
  ['', ''],
])('the initials of "%s" are "%s"', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
