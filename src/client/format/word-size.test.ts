import { expect, test } from 'vitest';
import { isJumbo, steppedDown, wordSize } from './word-size.ts';

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

test.each([
  ['a'.repeat(36), 'large'],
  ['👩‍👩‍👧‍👦'.repeat(36), 'large'],
  ['a'.repeat(37), 'medium'],
  ['a'.repeat(80), 'medium'],
  ['a'.repeat(81), 'normal'],
])('"%s" is set %s', (text, size) => {
  expect(wordSize(text)).toBe(size);
});

test('while it is typed a text only gets smaller, until it is empty', () => {
  expect(steppedDown('large', 'a'.repeat(37))).toBe('medium');
  expect(steppedDown('medium', 'a'.repeat(36))).toBe('medium');
  expect(steppedDown('medium', '')).toBe('large');
});
