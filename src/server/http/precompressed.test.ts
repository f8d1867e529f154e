import { describe, expect, test } from 'vitest';
import { chooseCopy } from './precompressed.ts';

describe('of a file with both copies, what is sent to a browser that accepts', () => {
  test.for([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['BR', 'br'],
    ['br;q=0.2, gzip;q=0.9', 'gzip'],
    ['br ; q=0.5 ,gzip ; q=0.5', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, gzip;q=0', undefined],
    ['br;q=x', undefined],
    ['identity', undefined],
    ['brotli', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%o is %s', ([accepted, encoding]) => {
    const { headers } = chooseCopy(accepted, () => true);
    expect(headers['content-encoding']).toBe(encoding);
  });
});

test('a copy that is not there is not chosen', () => {
  expect(chooseCopy('br, gzip;q=0.1', (ending) => ending === '.gz')).toEqual({
    ending: '.gz',
    headers: { vary: 'accept-encoding', 'content-encoding': 'gzip' },
  });
  expect(chooseCopy('br, gzip', () => false)).toEqual({
    ending: '',
    headers: { vary: 'accept-encoding' },
  });
});
