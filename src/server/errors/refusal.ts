import { Problem, type ProblemCode } from '#shared/problem.ts';

/** A request that was refused for want of rights. It is logged; the answer may say less. */
export class Refusal extends Problem {
  /** A sentence for the log. */
  readonly reason: string;

  constructor(code: ProblemCode, reason: string) {
    super(code);
    this.reason = reason;
  }
}

/** A request beyond a limit. It is counted. */
export class LimitReached extends Problem {
  readonly limit: string;

  constructor(limit: string) {
    super('too-many-requests');
    this.limit = limit;
  }
}
