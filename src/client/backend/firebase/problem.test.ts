import { FirebaseError } from 'firebase/app';
import { expect, test } from 'vitest';
import { throwProblem } from './problem.ts';

test('a used-up quota is tried again after a minute, other failures as soon as the caller likes', () => {
  for (const [code, problem] of [
    ['resource-exhausted', { code: 'too-many-requests', retryAfter: 60_000 }],
    ['unavailable', { code: 'unavailable', retryAfter: 0 }],
    // Of a database, or a proxy: no document's.
    ['not-found', { code: 'unavailable', retryAfter: 0 }],
  ] as const)
    expect(() => throwProblem(new FirebaseError(code, ''))).toThrow(
      expect.objectContaining(problem),
    );
});

test.for([
  'auth/user-disabled',
  'auth/user-not-found',
  'auth/user-token-expired',
  'unauthenticated',
])('whose account or token is no longer accepted has to sign in again: %s', (code) => {
  expect(() => throwProblem(new FirebaseError(code, ''))).toThrow(
    expect.objectContaining({ code: 'signed-out' }),
  );
});
