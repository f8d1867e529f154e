import type { FastifyReply, FastifyRequest } from 'fastify';

/** The name has the port, as all ports of a host share cookies; on https it also binds the cookie to the host. */
export function cookieName(name: string, publicURL: string): string {
  const { protocol, port } = new URL(publicURL);
  return protocol === 'https:'
    ? `__Host-thought-cloud-${port || '443'}-${name}`
    : `thought-cloud-${port || '80'}-${name}`;
}

/** Creates a cookie that scripts can't read, and that ends after `maxAge` seconds. */
export function createPrivateCookie(name: string, publicURL: string, maxAge: number) {
  const fullName = cookieName(name, publicURL);
  const secure = publicURL.startsWith('https:');
  // SameSite can't be strict: the redirect back starts on the issuer's site.
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
  return {
    read: (request: FastifyRequest): string | undefined =>
      request.server.parseCookie(request.headers.cookie ?? '')[fullName],
    set: (reply: FastifyReply, value: string): void => {
      void reply.setCookie(fullName, value, { ...attributes, maxAge });
    },
    clear: (reply: FastifyReply): void => {
      void reply.clearCookie(fullName, attributes);
    },
  };
}
