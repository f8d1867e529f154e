import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { validateText, withoutMalformed } from './thought.ts';

test.each([
  ['U+0000', 'from\0 Excel\0', 'from Excel'],
  ['half a character', '\uD83D😀\uDE00', '😀'],
])('%s is left out of a text', (_what, text, left) => {
  expect(validateText(text)).toBe('text-malformed');
  expect(withoutMalformed(text)).toBe(left);
});

test.each([
  ['what is never drawn', '\u200B\u00AD'],
  ['Braille without a dot', '\u2800'],
  ['annotation marks', '\uFFF9\uFFFA\uFFFB'],
  ['the mark of an object', '\uFFFC'],
])('a text of nothing but %s is blank', (_what, text) => {
  expect(validateText(text)).toBe('text-blank');
  expect(validateText(`${text}.`)).toBeNull();
});

test('a cleaned text is well-formed, and equals a text that was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (any, sound) => {
      expect(validateText(withoutMalformed(any))).not.toBe('text-malformed');
      expect(withoutMalformed(sound)).toBe(sound);
    }),
  );
});
