import type { FastifyRequest, FastifyServerOptions } from 'fastify';

export interface LogOptions {
  level: 'info' | 'warn' | 'error';
  stream?: { write: (line: string) => void };
}

/** How the server logs: JSON lines without cookies, and without the codes in addresses. */
export function loggerOptions({
  level,
  stream,
}: LogOptions): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    ...(stream && { stream }),
    redact: ['req.headers', 'res.headers', 'headers.cookie', 'headers.authorization'],
    serializers: {
      req: ({ method, url }: FastifyRequest) => ({ method, path: url.split('?')[0] ?? url }),
    },
  };
}
