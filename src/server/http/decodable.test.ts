import { expect, test } from 'vitest';
import { toDecodable } from './decodable.ts';

test.each([
  ['/', '/'],
  ['/caf%C3%A9?from=%', '/caf%C3%A9?from=%'],
  ['/100%25', '/100%25'],
  ['/a%2Fb', '/a%2Fb'],
  ['/100%', '/100%25'],
  ['/%6Cogin/%ff?from=%6C', '/%256Cogin/%25ff?from=%6C'],
])('the target %s has the path %s to be decoded', (target, path) => {
  expect(toDecodable(target)).toBe(path);
});
