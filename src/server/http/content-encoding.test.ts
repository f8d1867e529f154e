import { describe, expect, test } from 'vitest';
import { chooseEncoding, encodingHeaders } from './content-encoding.ts';

describe('of all encodings, what is chosen for a browser that accepts', () => {
  test.for([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['BR', 'br'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['brotli', 'identity'],
    ['', 'identity'],
    [undefined, 'identity'],
  ])('%o is %s', ([accepted, encoding]) => {
    expect(chooseEncoding(accepted)).toBe(encoding);
  });
});

test('what is not there is not chosen', () => {
  expect(chooseEncoding('br, gzip', (encoding) => encoding === 'gzip')).toBe('gzip');
  expect(chooseEncoding('br, gzip', () => false)).toBe('identity');
});

test('what is encoded says how, and all of it that others may get it otherwise', () => {
  expect(encodingHeaders('gzip')).toEqual({ vary: 'accept-encoding', 'content-encoding': 'gzip' });
  expect(encodingHeaders('identity')).toEqual({ vary: 'accept-encoding' });
});
