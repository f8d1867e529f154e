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
