import { FirebaseError } from 'firebase/app';
import { expect, test } from 'vitest';
import { asProblem } from './problem.ts';

test('who meets a used-up quota tries again a minute later, and others as soon as they like', () => {
  const exhausted = asProblem(new FirebaseError('resource-exhausted', 'Quota exceeded'));
  expect(exhausted).toMatchObject({ code: 'too-many-requests', retryAfter: 60_000 });
  const unavailable = asProblem(new FirebaseError('unavailable', 'No answer'));
  expect(unavailable).toMatchObject({ code: 'unavailable', retryAfter: 0 });
});
