import { expect, test, vi } from 'vitest';
import { memoizeBySQL } from './memoize-by-sql.ts';

test('what is made of an SQL text is made once, while there are few texts', () => {
  const make = vi.fn<(sql: string) => { sql: string }>((sql) => ({ sql }));
  const compile = memoizeBySQL(make);
  const first = compile('select 1');
  expect(compile('select 2')).toEqual({ sql: 'select 2' });
  expect(compile('select 1')).toBe(first);
  expect(make).toHaveBeenCalledTimes(2);
  for (let number = 3; number <= 101; number += 1) compile(`select ${number}`);
  expect(compile('select 1')).not.toBe(first);
});
