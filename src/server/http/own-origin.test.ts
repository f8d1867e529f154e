import { expect, test } from 'vitest';
import { addressesOf } from './listen.ts';
import { ownOrigin } from './own-origin.ts';

test.each([
  ['localhost', 'http://localhost:3000'],
  ['127.0.0.1', 'http://localhost:3000'],
  ['0.0.0.0', 'http://localhost:3000'],
  ['::', 'http://localhost:3000'],
  ['::0', 'http://localhost:3000'],
  ['127.0.0.2', 'http://127.0.0.2:3000'],
  ['192.0.2.2', 'http://192.0.2.2:3000'],
  ['2001:db8:0::7', 'http://[2001:db8::7]:3000'],
  ['fe80::7%1', 'http://[fe80::7]:3000'],
])('a server at %s is found at %s', async (host, origin) => {
  expect(await ownOrigin(host, 3000)).toBe(origin);
});

test('a server at ::1 is found at localhost where that has this address', async () => {
  const hasAddress = (await addressesOf('localhost')).includes('::1');
  expect(await ownOrigin('::1', 3000)).toBe(`http://${hasAddress ? 'localhost' : '[::1]'}:3000`);
});

test('an origin names its port, but not the one of the scheme', async () => {
  expect(await ownOrigin('localhost', 80)).toBe('http://localhost');
  expect(await ownOrigin('192.0.2.2', 80)).toBe('http://192.0.2.2');
});
