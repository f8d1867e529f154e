import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { chooseEncoding, encodingHeaders } from './content-encoding.ts';
import { copyOf } from './precompressed.ts';
import type { App } from './valibot-routes.ts';

const YEAR_S = 31_536_000;

/**
 * Serves the files that are in a folder now, as they are or as the build compressed them. A path is
 * looked up among their names, so that none leads anywhere else; all others are not found.
 */
export function serveFiles(app: App, folder: string): void {
  const names = namesIn(folder);
  const options = { root: folder, dotfiles: 'ignore', cacheControl: false } as const;
  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const name = request.params['*'];
    if (!names.has(name)) return reply.callNotFound();
    // With the first file, because a start does without.
    const { send, mime, isUtf8MimeType } = await import('@fastify/send');
    const accepted = request.headers['accept-encoding'];
    const encoding = chooseEncoding(accepted, (one) => names.has(copyOf(name, one)));
    const sent = await send(request.raw, encodeURI(copyOf(name, encoding)), options);
    if (sent.statusCode === 404) return reply.callNotFound();
    if (sent.type === 'error') throw sent.metadata.error;
    const type = mime.getType(name) ?? 'application/octet-stream';
    // The build puts a hash of the content into the names under assets.
    const isHashed = name.startsWith('assets/');
    void reply.code(sent.statusCode).headers({ ...sent.headers, ...encodingHeaders(encoding) });
    void reply.header('content-type', isUtf8MimeType(type) ? `${type}; charset=utf-8` : type);
    void reply.header('cache-control', isHashed ? `max-age=${YEAR_S}, immutable` : 'no-cache');
    return reply.send(sent.stream);
  });
}

/** The paths of the files in a folder and those below, as an address has them. */
function namesIn(folder: string): Set<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  return new Set(paths.map((path) => path.replaceAll(sep, '/')));
}
