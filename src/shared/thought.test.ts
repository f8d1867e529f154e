import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleThought } from '#tests/setup/samples.ts';
import { sameOr, validateText, withoutMalformed, type Thought } from './thought.ts';

test.each([
  ['U+0000', 'from\0 Excel\0', 'from Excel'],
  ['half a character', '\uD83D😀\uDE00', '😀'],
])('%s is left out of a text', (_what, text, left) => {
  expect(validateText(text)).toBe('text-malformed');
  expect(withoutMalformed(text)).toBe(left);
});

test.each([
  ['white space', ' \n\u3000'],
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

test.each<Partial<Thought>>([
  { textID: sampleThought(2).textID },
  { version: 2 },
  { text: 'changed' },
  { uName: 'changed' },
  { uProfile: 'changed' },
  { createdAt: { seconds: 2, nanoseconds: 0 } },
  { createdAt: { seconds: 1, nanoseconds: 1 } },
])('a thought that says otherwise is the next object: %o', (change) => {
  const next = sampleThought(1, change);
  expect(sameOr(sampleThought(1), next)).toBe(next);
});
