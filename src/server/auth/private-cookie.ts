import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '#server/database/database.ts';

/** The name has the port, as all ports of a host share cookies; on https it also binds the cookie to the host. */
export function cookieName(name: string, publicURL: string): string {
  const { protocol, port } = new URL(publicURL);
  return protocol === 'https:'
    ? `__Host-thought-cloud-${port || '443'}-${name}`
    : `thought-cloud-${port || '80'}-${name}`;
}

/** Creates a cookie; a signed one is read only if a server of this board wrote it. */
export function createPrivateCookie(
  name: string,
  publicURL: string,
  { maxAge, signed = false }: { maxAge: number; signed?: boolean },
) {
  const fullName = cookieName(name, publicURL);
  const secure = publicURL.startsWith('https:');
  // SameSite can't be strict: the redirect back starts on the issuer's site.
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
  return {
    read: (request: FastifyRequest): string | undefined => {
      const value = request.server.parseCookie(request.headers.cookie ?? '')[fullName];
      if (value === undefined || !signed) return value;
      return request.unsignCookie(value).value ?? undefined;
    },
    set: (reply: FastifyReply, value: string): void => {
      void reply.setCookie(fullName, value, { ...attributes, maxAge, signed });
    },
    clear: (reply: FastifyReply): void => {
      void reply.clearCookie(fullName, attributes);
    },
  };
}

/** The secret that signs cookies, in the database so that all servers of a board share it. */
export async function readCookieSecret(database: Pick<Database, 'read'>): Promise<string> {
  const [[row]] = await database.read<[{ value: string }]>({
    sql: `select "value" from "meta" where "key" = 'cookie-secret'`,
  });
  if (row === undefined) throw new Error('The database has no cookie secret.');
  return row.value;
}
