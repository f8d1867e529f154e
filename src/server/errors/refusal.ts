import { Problem, type ProblemCode } from '#shared/problem.ts';

/** A request refused for lack of permission. It is logged; the answer may say less. */
export class Refusal extends Problem {
  readonly reason: string;

  constructor(code: ProblemCode, reason: string) {
    super(code);
    this.reason = reason;
  }
}
