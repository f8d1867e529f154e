import { expect, test } from 'vitest';
import { isNewEnough } from './node-version.mjs';

test.each([
  ['v20.20.2', false],
  ['v24.14.9', false],
  ['v24.15.0', true],
  ['v26.0.0', true],
])('Node %s can run the board: %s', (version, isEnough) => {
  expect(isNewEnough(version)).toBe(isEnough);
});
