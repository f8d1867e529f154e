import { expect, test } from 'vitest';
import { toOriginForm } from './origin-form.ts';

test.each([
  ['/api/thoughts?limit=5', '/api/thoughts?limit=5'],
  ['//other.example/path', '//other.example/path'],
  ['http://localhost:3000/api/thoughts?limit=5', '/api/thoughts?limit=5'],
  ['HTTPS://other.example', '/'],
  ['http://', '/'],
  ['*', '*'],
])('the target %s is %s', (target, path) => {
  expect(toOriginForm(target)).toBe(path);
});
