import { expect, test } from 'vitest';
import { summarizeError } from './error-message.ts';

test('an error is summarized with its causes and their codes', () => {
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  const cause = new Error('no answer', { cause: reset });
  expect(summarizeError(new Error('the sign-in failed', { cause }))).toBe(
    'the sign-in failed < no answer < read ECONNRESET (ECONNRESET)',
  );
  expect(summarizeError('no error')).toBe('unknown');
});

test('a host name with several addresses is summarized with each of them', () => {
  expect(summarizeError(new Error('fetch failed', { cause: refusedTwice() }))).toBe(
    'fetch failed < connect ECONNREFUSED ::1:5432, connect ECONNREFUSED 127.0.0.1:5432 (ECONNREFUSED)',
  );
});

/** Node's error where nothing listens at any address of a host name: its own message is empty. */
function refusedTwice(): Error {
  const addresses = ['::1:5432', '127.0.0.1:5432'];
  const errors = addresses.map((address) => new Error(`connect ECONNREFUSED ${address}`));
  return Object.assign(new AggregateError(errors), { code: 'ECONNREFUSED' });
}
