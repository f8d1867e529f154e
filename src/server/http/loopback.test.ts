import { expect, test } from 'vitest';
import { localOrigin } from './loopback.ts';

test('an origin names its port, but not the one of the scheme', () => {
  expect(localOrigin(3000)).toBe('http://localhost:3000');
  expect(localOrigin(80)).toBe('http://localhost');
});
