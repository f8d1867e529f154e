import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseLinks } from './thought-text.tsx';

const linksIn = (text: string) =>
  parseLinks(text)
    .filter(({ href }) => href !== null)
    .map((part) => part.text);

describe('addresses in a text', () => {
  test.each([
    ['see https://a.example/b?c=d&e#f', 'https://a.example/b?c=d&e#f'],
    ['HTTP://A.EXAMPLE', 'HTTP://A.EXAMPLE'],
    ['www.example.org, of course', 'www.example.org'],
    ['(at https://a.example/x)', 'https://a.example/x'],
    ['https://a.example/wiki/Cloud_(sky)', 'https://a.example/wiki/Cloud_(sky)'],
    ['is it https://a.example?!', 'https://a.example'],
    ['https://a.example/…', 'https://a.example/'],
    ['«https://a.example»', 'https://a.example'],
    ['https://例え.example/道。次', 'https://例え.example/道'],
    ['https://a.example/x، ثم', 'https://a.example/x'],
    ['https://a.example/x।', 'https://a.example/x'],
    ['http://localhost:3000/', 'http://localhost:3000/'],
    ['a\nhttps://a.example\nb', 'https://a.example'],
    ['https://a.example/watch?v=aBcDeFgHiJ_', 'https://a.example/watch?v=aBcDeFgHiJ_'],
    ['https://a.example/~', 'https://a.example/~'],
    ['_https://a.example/x_', 'https://a.example/x'],
    ['**https://a.example/x**.', 'https://a.example/x'],
    ['_https://a.example/x*', 'https://a.example/x*'],
    ['これはhttps://a.example/です', 'https://a.example/です'],
    ['请看www.example.org', 'www.example.org'],
  ])('are found in "%s"', (text, address) => {
    expect(linksIn(text)).toEqual([address]);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,hi',
    'ftp://a.example',
    'https://',
    'https://)',
    'www.',
    'www.example',
    'mailto:a@www.example.org',
    'https://bank.example@elsewhere.example/',
    'xhttps://a.example',
    'snake_https://a.example',
    'no address. at all',
  ])('are not seen in "%s"', (text) => {
    expect(linksIn(text)).toEqual([]);
  });

  test('end where an invisible character could fake another one', () => {
    expect(linksIn('https://a.example/\u202Egnp.exe')).toEqual(['https://a.example/']);
  });

  test('change no character of the text, and lead to the web only', () => {
    const pieces = fc.constantFrom(...'https:// http:// www. a.example / ? ) ( .'.split(' '));
    const text = fc.array(fc.oneof(pieces, fc.string({ unit: 'grapheme', maxLength: 8 })));
    fc.assert(
      fc.property(text, (words) => {
        const parts = parseLinks(words.join(''));
        expect(parts.map((part) => part.text).join('')).toBe(words.join(''));
        for (const { href } of parts) expect(href ?? 'https://').toMatch(/^https?:\/\//u);
      }),
      { examples: [[['a https://b.example, www.c.example!']]] },
    );
  });
});
