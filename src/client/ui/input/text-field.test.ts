import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutText, toLines, toOneLine } from './text-field.ts';

const anyText = fc.string({ unit: 'grapheme', maxLength: 200 });

test('a text on one line has no line break, and gives its lines back', () => {
  const signs = fc.string({ unit: fc.constantFrom('↵', '↵\uFE0E', '\u2028') });
  const lines = fc.array(
    fc.oneof(anyText, signs).map((text) => text.replaceAll(/[\r\n]/gu, '')),
    { minLength: 1 },
  );
  fc.assert(
    fc.property(lines, (parts) => {
      const text = parts.join('\n');
      const line = toOneLine(text);
      expect(line).not.toMatch(/[\r\n]/u);
      expect(toLines(line)).toBe(text);
    }),
  );
});

describe('cutting a text', () => {
  test.each([
    ['an emoji of two units', 'ab😀', 3, 'ab'],
    ['a family of joined emoji', '👨‍👩‍👧', 5, ''],
    ['an accent on its letter', 'e\u0301', 1, ''],
  ])('does not split %s', (_what, text, limit, cut) => {
    expect(cutText(text, limit)).toBe(cut);
  });

  test('never exceeds the limit and never leaves half a character', () => {
    fc.assert(
      fc.property(anyText, fc.nat(200), (text, limit) => {
        const cut = cutText(text, limit);
        expect(cut.length).toBeLessThanOrEqual(limit);
        expect(text.startsWith(cut)).toBe(true);
        expect(cut.isWellFormed()).toBe(true);
      }),
    );
  });
});
