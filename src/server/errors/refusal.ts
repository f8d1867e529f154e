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
