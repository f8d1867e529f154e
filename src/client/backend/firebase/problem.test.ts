import { FirebaseError } from 'firebase/app';
import { expect, test } from 'vitest';
import { throwProblem } from './problem.ts';

test('a used-up quota is tried again after a minute, other failures as soon as the caller likes', () => {
  for (const [code, problem] of [
    ['resource-exhausted', { code: 'too-many-requests', retryAfter: 60_000 }],
    ['unavailable', { code: 'unavailable', retryAfter: 0 }],
  ] as const)
    expect(() => throwProblem(new FirebaseError(code, ''))).toThrow(
      expect.objectContaining(problem),
    );
});
