import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, encodingHeaders, type Encoding } from './content-encoding.ts';
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
  '.woff2': 'font/woff2',
};

export interface StaticFile {
  representations: ReadonlyMap<Encoding, Buffer>;
  /** A weak one, which stands for the file in every encoding. */
  etag: string;
}

const COMPRESSED = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Reads the files in a folder and below, by their paths as an address has them, without hidden ones. */
export function readStaticFiles(folder: string): Map<string, StaticFile> {
  const names = namesIn(folder);
  const isCompressed = (name: string): boolean =>
    /\.(?:br|gz)$/u.test(name) && names.has(name.slice(0, -3));
  const files = [...names].filter((name) => !isCompressed(name) && !/(?:^|\/)\./u.test(name));
  const read = (name: string): Buffer => readFileSync(join(folder, name));
  const readFile = (name: string): StaticFile => {
    const identity = read(name);
    const representations = new Map<Encoding, Buffer>([['identity', identity]]);
    for (const [encoding, ending] of COMPRESSED) {
      if (names.has(name + ending)) representations.set(encoding, read(name + ending));
    }
    return { representations, etag: etagOf(identity) };
  };
  return new Map(files.map((name) => [name, readFile(name)]));
}

function etagOf(bytes: Buffer): string {
  return `W/"${createHash('sha256').update(bytes).digest('base64url')}"`;
}

function namesIn(folder: string): Set<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  return new Set(paths.map((path) => path.replaceAll(sep, '/')));
}

/** Serves files from memory: who asks for thousands at once and reads none has no file opened. */
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

export function sendRepresentation(
  request: FastifyRequest,
  reply: FastifyReply,
  { representations }: StaticFile,
): FastifyReply {
  const accepted = request.headers['accept-encoding'];
  const encoding = chooseEncoding(accepted, (one) => representations.has(one));
  return reply.headers(encodingHeaders(encoding)).send(representations.get(encoding));
}
