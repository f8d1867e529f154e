import type { FastifyBaseLogger, FastifyRequest, FastifyServerOptions } from 'fastify';

export interface LogOptions {
  /** The least that is logged; the audit log does not depend on it. */
  level: 'info' | 'warn' | 'error';
  /** The logger's own would end the process with an error, and wait for ever when it ends. */
  stream: { write: (line: string) => void };
}

/** How the server logs: JSON lines, of a request without its headers and the codes in its address. */
export function loggerOptions({
  level,
  stream,
}: LogOptions): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    stream,
    serializers: {
      req: ({ method, url }: FastifyRequest) => ({ method, path: url.split('?')[0] ?? url }),
    },
  };
}

/** The log of who signs in, signs out or is refused: the level does not leave any of that out. */
export function auditLog(log: FastifyBaseLogger): FastifyBaseLogger {
  return log.child({}, { level: 'info' });
}
