import type { FastifyReply, FastifyRequest } from 'fastify';

/** Looks at a request before it is handled; throws the `Problem` that refuses it. */
export type Check = (request: FastifyRequest, reply: FastifyReply) => void;

/** Calls back when it is done, or returns a promise when it has to wait. */
export type Hook = (
  request: FastifyRequest,
  reply: FastifyReply,
  done: () => void,
) => void | Promise<void>;

/** Makes one hook of checks. None of them waits, so a request passes them without a promise for each. */
export function hookOf(...checks: readonly Check[]): Hook {
  return (request, reply, done) => {
    for (const check of checks) check(request, reply);
    done();
  };
}
