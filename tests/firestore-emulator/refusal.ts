/** Status names, each with its HTTP status and its number in streams. */
export const REFUSALS = {
  INVALID_ARGUMENT: { http: 400, number: 3 },
  NOT_FOUND: { http: 404, number: 5 },
  PERMISSION_DENIED: { http: 403, number: 7 },
  FAILED_PRECONDITION: { http: 400, number: 9 },
} as const;
type Status = keyof typeof REFUSALS;

/** A refusal, with Firestore's name for it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: Status;

  constructor(status: Status) {
    super(status);
    this.status = status;
  }
}
