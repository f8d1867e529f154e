import { expect, test } from 'vitest';
import { remainingSentence } from './remaining.tsx';

test('the remaining characters are announced at 20, 10, 5 and 0 only', () => {
  const said = Array.from({ length: 31 }, (_, typed) => remainingSentence(30 - typed));
  expect([...new Set(said)]).toEqual([
    '',
    '20 or fewer characters left',
    '10 or fewer characters left',
    '5 or fewer characters left',
    'No characters left',
  ]);
  expect(remainingSentence(-3)).toBe('No characters left');
});
