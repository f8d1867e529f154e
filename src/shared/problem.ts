/** The codes of all expected failures, with their HTTP statuses. */
export const PROBLEMS = {
  'malformed-request': 400,
  'text-blank': 400,
  'text-too-long': 400,
  'text-malformed': 400,
  'signed-out': 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'body-too-large': 413,
  'media-type': 415,
  'too-many-requests': 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ProblemCode = keyof typeof PROBLEMS;

export function isProblemCode(value: unknown): value is ProblemCode {
  return typeof value === 'string' && Object.hasOwn(PROBLEMS, value);
}

interface ProblemOptions extends ErrorOptions {
  retryAfter?: number | undefined;
  isForeign?: boolean;
}

/** The one error class for expected failures; any other error is a bug. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  /** Milliseconds to wait before the next try, if the server says so; else 0. */
  readonly retryAfter: number;
  /** Whether something between us and the server has answered, in a way that need not pass. */
  readonly isForeign: boolean;

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(code, options);
    this.code = code;
    this.retryAfter = options.retryAfter ?? 0;
    this.isForeign = options.isForeign ?? false;
  }
}

/** The code of a `Problem`; undefined for any other error. */
export function problemCodeOf(error: unknown): ProblemCode | undefined {
  return error instanceof Problem ? error.code : undefined;
}

/** Whether the same request may succeed later. */
export function isRetryable(error: unknown): error is Problem {
  const code = problemCodeOf(error);
  return code === 'unavailable' || code === 'internal' || code === 'too-many-requests';
}
