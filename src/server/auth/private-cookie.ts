import type { FastifyReply, FastifyRequest } from 'fastify';

/** A cookie only the server reads. */
export interface PrivateCookie {
  read: (request: FastifyRequest) => string | undefined;
  set: (reply: FastifyReply, value: string) => void;
  clear: (reply: FastifyReply) => void;
}

export interface PrivateCookieOptions {
  publicURL: string;
  /** Seconds the browser keeps it. */
  maxAge: number;
}

/** Describes a cookie out of reach for scripts and other sites; bound to this very host on https. */
export function createPrivateCookie(name: string, options: PrivateCookieOptions): PrivateCookie {
  const secure = options.publicURL.startsWith('https:');
  const fullName = secure ? `__Host-${name}` : name;
  // Not strict: the way back from the issuer starts on the issuer's site.
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
  return {
    read: (request) => request.cookies[fullName],
    set: (reply, value) => {
      void reply.setCookie(fullName, value, { ...attributes, maxAge: options.maxAge });
    },
    clear: (reply) => {
      void reply.clearCookie(fullName, attributes);
    },
  };
}
