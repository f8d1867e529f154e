import { FirebaseError } from 'firebase/app';
import { Problem, type ProblemCode } from '#shared/problem.ts';

/** What is not worth another try, or worth a late one. A 404 is no document's, but the database's or a proxy's. */
const CODES: Readonly<Record<string, ProblemCode>> = {
  'invalid-argument': 'malformed-request',
  unauthenticated: 'signed-out',
  'permission-denied': 'forbidden',
  'resource-exhausted': 'too-many-requests',
  'auth/user-token-expired': 'signed-out',
  'auth/user-disabled': 'signed-out',
  'auth/user-not-found': 'signed-out',
};

/** Milliseconds to wait where a quota is used up: each try costs reads of another. */
const QUOTA_PAUSE_MS = 60_000;

/** Throws the problem behind an error of the SDK, and any other error as it is. */
export function throwProblem(error: unknown): never {
  if (!(error instanceof FirebaseError)) throw error;
  const retryAfter = error.code === 'resource-exhausted' ? QUOTA_PAUSE_MS : undefined;
  throw new Problem(CODES[error.code] ?? 'unavailable', { cause: error, retryAfter });
}
