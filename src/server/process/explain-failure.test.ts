import { expect, test } from 'vitest';
import { explainFailure } from './explain-failure.ts';

test('a failure is explained down to its first cause', () => {
  const cause = Object.assign(new Error('unable to open database file'), { code: 'ERR_SQLITE' });
  expect(explainFailure(new Error('The database thread failed.', { cause }))).toBe(
    'The database thread failed. < unable to open database file (ERR_SQLITE)',
  );
});

test('what an error says of its cause is not said again', () => {
  const first = Object.assign(new Error('no password'), { code: '28P01' });
  const second = new Error('It is shut: no password', { cause: first });
  expect(explainFailure(new Error('It failed.', { cause: second }))).toBe(
    'It failed. < It is shut: no password (28P01)',
  );
});

test.each([
  [{ code: 'EADDRINUSE', port: 3000 }, /^Port 3000 is in use.* PORT=3001 npm start$/u],
  [{ code: 'EACCES', syscall: 'listen', port: 80 }, /^Port 80 is not allowed/u],
  [{ code: 'EACCES', syscall: 'open' }, /^failed \(EACCES\)$/u],
  [{ code: 'ENOTFOUND', hostname: 'nosuch' }, /^HOST is nosuch, which/u],
  [{ code: 'EADDRNOTAVAIL', address: '192.0.2.1', port: 3000 }, /^HOST is 192\.0\.2\.1, which/u],
])('%o is explained by what to do', (details, said) => {
  expect(explainFailure(Object.assign(new Error('failed'), details))).toMatch(said);
});
