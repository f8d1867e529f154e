import { FirebaseError } from 'firebase/app';
import { expect, test } from 'vitest';
import { throwProblem } from './problem.ts';

test('who meets a used-up quota tries again a minute later, and others as soon as they like', () => {
  for (const [code, problem] of [
    ['resource-exhausted', { code: 'too-many-requests', retryAfter: 60_000 }],
    ['unavailable', { code: 'unavailable', retryAfter: 0 }],
  ] as const)
    expect(() => throwProblem(new FirebaseError(code, ''))).toThrow(
      expect.objectContaining(problem),
    );
});
