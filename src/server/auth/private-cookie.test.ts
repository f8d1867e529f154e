import { expect, test } from 'vitest';
import { cookieName } from './private-cookie.ts';

test.each(['http', 'https'])(
  'two boards on one host, whose %s ports share their cookies, have cookies of different names',
  (scheme) => {
    const boards = ['', ':8443', ':9443'].map((port) => `${scheme}://board.example${port}`);
    const names = boards.map((publicURL) => cookieName('session', publicURL));
    expect(new Set(names).size).toBe(boards.length);
  },
);
