import { FirebaseError } from 'firebase/app';
import { Problem, type ProblemCode } from '#shared/problem.ts';

const CODES: Readonly<Record<string, ProblemCode>> = {
  'invalid-argument': 'malformed-request',
  unauthenticated: 'signed-out',
  'permission-denied': 'forbidden',
  // Not of a document, which would merely not be there: of the database, or a proxy's.
  'not-found': 'unavailable',
  'already-exists': 'conflict',
  'resource-exhausted': 'too-many-requests',
  // Others wrote the same document at the same time, more often than the SDK tries again.
  aborted: 'unavailable',
  'failed-precondition': 'unavailable',
  'deadline-exceeded': 'unavailable',
  unavailable: 'unavailable',
  // No answer, or one that is not the service's own.
  unknown: 'unavailable',
  'auth/network-request-failed': 'unavailable',
  'auth/too-many-requests': 'too-many-requests',
  // Given up by the person, and not to be begun again.
  'auth/popup-closed-by-user': 'forbidden',
  'auth/cancelled-popup-request': 'forbidden',
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
  throw new Problem(CODES[error.code] ?? 'internal', { cause: error, retryAfter });
}
