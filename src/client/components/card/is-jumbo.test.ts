import { expect, test, vi } from 'vitest';
import { isJumbo } from './is-jumbo.ts';

test.each([
  ['🎉', true],
  ['👩‍👩‍👧‍👦 🇺🇳 ✍🏾', true],
  ['☁️☁️☁️', true],
  ['1️⃣', true],
  ['☁️☁️☁️☁️', false],
  ['42', false],
  ['hi 🎉', false],
  ['', false],
])('"%s" is shown large: %s', (text, isLarge) => {
  expect(isJumbo(text)).toBe(isLarge);
});

test('an ordinary text is not segmented, because a segmenter is slow to make', () => {
  const segmenter = vi.spyOn(Intl, 'Segmenter');
  isJumbo('rain on the roof \u{1F327}');
  expect(segmenter).not.toHaveBeenCalled();
});
