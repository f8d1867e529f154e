import { extname } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, encodingHeaders } from './content-encoding.ts';
import type { StaticFile } from './read-static-files.ts';
import type { App } from './valibot-routes.ts';

const YEAR_S = 31_536_000;
/** Of what a build of the client consists, and what a host may add to it. */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

/**
 * Serves files from memory: who asks for thousands at once and reads none has no file opened and no
 * bytes copied. Ranges are not offered; the largest file travels in a second.
 */
export function serveStaticFiles(app: App, files: ReadonlyMap<string, StaticFile>): void {
  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const name = request.params['*'];
    const file = files.get(name);
    if (file === undefined) return reply.callNotFound();
    const { etag } = file;
    // The build puts a hash of the content into the names under assets.
    const isHashed = name.startsWith('assets/');
    void reply.headers({
      etag,
      vary: 'accept-encoding',
      'cache-control': isHashed ? `max-age=${YEAR_S}, immutable` : 'no-cache',
    });
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    void reply.type(TYPES[extname(name)] ?? 'application/octet-stream');
    return sendRepresentation(request, reply, file);
  });
}

/** Sends the representation of a file that the request likes best. */
export function sendRepresentation(
  request: FastifyRequest,
  reply: FastifyReply,
  { representations }: StaticFile,
): FastifyReply {
  const accepted = request.headers['accept-encoding'];
  const encoding = chooseEncoding(accepted, (one) => representations.has(one));
  return reply.headers(encodingHeaders(encoding)).send(representations.get(encoding));
}
