import { FirebaseError } from 'firebase/app';
import { Problem, type ProblemCode } from '#shared/problem.ts';

/** Errors that are retried late or never. A 404 is never a document's, but the database's or a proxy's. */
const CODES: Readonly<Record<string, ProblemCode>> = {
  'invalid-argument': 'malformed-request',
  unauthenticated: 'signed-out',
  'permission-denied': 'forbidden',
  'resource-exhausted': 'too-many-requests',
  'auth/user-token-expired': 'signed-out',
  'auth/user-disabled': 'signed-out',
  'auth/user-not-found': 'signed-out',
};

/** Milliseconds to wait when a quota is used up: each try costs reads of another quota. */
const QUOTA_PAUSE_MS = 60_000;

/** Throws the `Problem` for an error of the SDK, and any other error unchanged. */
export function throwProblem(error: unknown): never {
  if (!(error instanceof FirebaseError)) throw error;
  const retryAfter = error.code === 'resource-exhausted' ? QUOTA_PAUSE_MS : undefined;
  throw new Problem(CODES[error.code] ?? 'unavailable', { cause: error, retryAfter });
}
