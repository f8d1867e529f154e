import { expect, test } from 'vitest';
import { cookieName } from './private-cookie.ts';

test.each([
  ['https://board.example', '__Host-session'],
  ['https://board.example:8443', '__Host-session'],
  ['http://localhost:3000', 'thought-cloud-3000-session'],
  ['http://localhost', 'thought-cloud-80-session'],
])('a cookie of %s is named %s', (publicURL, name) => {
  expect(cookieName('session', publicURL)).toBe(name);
});
