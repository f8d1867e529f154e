import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Problem, PROBLEMS, type ProblemCode } from '#shared/problem.ts';

/** Seconds after which a server that is unavailable may be asked again. */
const RETRY_AFTER_S = 2;

/** Answers every failure: the expected by its code, anything else as a plain 500, logged once. */
export function handleError(
  error: FastifyError | Problem,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const code = codeOf(error);
  if (code === 'internal') request.log.error({ err: error, req: request }, 'request failed');
  if (code === 'unavailable') void reply.header('retry-after', RETRY_AFTER_S);
  void reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
  return reply.code(PROBLEMS[code]).send({ code });
}

const CODES_BY_STATUS: Record<number, ProblemCode> = {
  403: 'forbidden',
  404: 'not-found',
  413: 'body-too-large',
  415: 'media-type',
  429: 'too-many-requests',
  503: 'unavailable',
};

function codeOf(error: FastifyError | Problem): ProblemCode {
  if (error instanceof Problem) return error.code;
  const status = error.statusCode ?? 500;
  return (
    CODES_BY_STATUS[status] ?? (status >= 400 && status < 500 ? 'malformed-request' : 'internal')
  );
}

export function replyNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return handleError(new Problem('not-found'), request, reply);
}
