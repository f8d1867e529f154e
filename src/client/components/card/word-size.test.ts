import { expect, test } from 'vitest';
import { isJumbo } from './word-size.ts';

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
