import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '#server/database/database.ts';

/** The name on https binds a cookie to the host. On http all ports of a host share their cookies. */
export function cookieName(name: string, publicURL: string): string {
  const { protocol, port } = new URL(publicURL);
  return protocol === 'https:' ? `__Host-${name}` : `thought-cloud-${port || '80'}-${name}`;
}

/** Creates a cookie. Of one that is signed, only what a server of the board wrote is read. */
export function createPrivateCookie(
  name: string,
  publicURL: string,
  { maxAge, signed = false }: { maxAge: number; signed?: boolean },
) {
  const fullName = cookieName(name, publicURL);
  const secure = publicURL.startsWith('https:');
  // Not strict: the way back from the issuer starts on the issuer's site.
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
  return {
    /** Its value, or undefined when it is absent or its signature is wrong. */
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

/** The secret that signs cookies: a row of the database, so that all servers of a board share it. */
export async function readCookieSecret(database: Pick<Database, 'read'>): Promise<string> {
  const [[row]] = await database.read<[{ value: string }]>({
    sql: `select "value" from "meta" where "key" = 'cookie-secret'`,
  });
  if (row === undefined) throw new Error('The database has no secret for cookies.');
  return row.value;
}
