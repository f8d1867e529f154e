import { hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SCREENS } from '#shared/routes.ts';
import { NEWEST_PAGE_PATH, PATHS } from '#shared/wire.ts';
import { isAtOtherHost } from './addresses.ts';
import { sendEncoded, type Encoded } from './content-encoding.ts';
import { replyNotFound } from './create-app.ts';
import { plainPage } from './plain-page.ts';
import type { App } from './valibot-routes.ts';

/** How the paths for programs begin: none of them is a page. */
const ROOTS = Object.values(PATHS).map((path) => path.split('/')[1]);
const SERVICES = new RegExp(`^/(?:${ROOTS.join('|')})(?:[/?]|$)`, 'u');
/** The client's first requests, sent along with the page instead of after the scripts. */
const PRELOADS = [PATHS.session, NEWEST_PAGE_PATH]
  .map((path) => `<${path}>; rel=preload; as=fetch; crossorigin=anonymous`)
  .join(', ');

const YEAR_S = 31_536_000;
const HTML = 'text/html; charset=utf-8';
/** The types in a build of the client, and those that an operator may add to it. */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.html': HTML,
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

interface StaticFile extends Encoded {
  /** A weak tag, since it stands for the file in every encoding. */
  etag: string;
}

interface ClientFiles {
  folder: string;
  publicURL: string;
  /** The session of a request, if that is known without a query. */
  findSession: (request: FastifyRequest) => object | undefined;
}

/** Serves the built client: its page at every screen and, with status 404, at unknown paths; its files from memory. */
export function registerClientFiles(app: App, { folder, publicURL, findSession }: ClientFiles) {
  const { host } = new URL(publicURL);
  const notice = plainPage({
    title: 'Another address',
    heading: 'The board is at another address',
    content: `<a href="${publicURL}">${publicURL}</a>
<p class="hint">If it does not open, whoever runs the board has to set PUBLIC_URL to the address that people open.</p>`,
  });
  const files = readStaticFiles(folder);
  const page = files.get('index.html');
  if (page === undefined) throw new Error(`${folder} has no index.html.`);
  // The page has no ETag: its Link header depends on whether someone is signed in.
  const sendPage = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    // Nobody could sign in there. The status is no error: a load balancer may check the server's health by this page, at its address.
    if (isAtOtherHost(request.headers, host)) {
      return reply.header('cache-control', 'no-store').type(HTML).send(notice);
    }
    void reply.header('cache-control', 'no-cache').type(HTML);
    return sendEncoded(reply, page);
  };
  // For an unknown path, the client shows its error screen.
  const sendNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    SERVICES.test(request.url) ? replyNotFound(request, reply) : sendPage(request, reply.code(404));
  app.setNotFoundHandler(sendNotFound);
  serveStaticFiles(app, files);
  for (const screen of SCREENS) {
    app.get(screen, (request, reply) => {
      if (findSession(request) !== undefined) void reply.header('link', PRELOADS);
      return sendPage(request, reply);
    });
  }
}

/** Reads all files in a folder except hidden ones, by their URL paths, with the Brotli forms that the build put beside them. */
function readStaticFiles(folder: string): Map<string, StaticFile> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const found = paths.filter((path) => statSync(join(folder, path)).isFile());
  const names = new Set(found.map((path) => path.replaceAll(sep, '/')));
  const read = (name: string): Buffer => readFileSync(join(folder, name));
  const readFile = (name: string): StaticFile => {
    const identity = read(name);
    const br = names.has(`${name}.br`) ? read(`${name}.br`) : null;
    return { identity, br, etag: `W/"${hash('sha256', identity, 'base64url')}"` };
  };
  const files = [...names].filter((name) => !/\.br$|(?:^|\/)\./u.test(name));
  return new Map(files.map((name) => [name, readFile(name)]));
}

/** Serves files from memory, so that thousands of stalled requests hold no file open. */
function serveStaticFiles(app: App, files: ReadonlyMap<string, StaticFile>): void {
  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const name = request.params['*'];
    const file = files.get(name);
    if (file === undefined) return reply.callNotFound();
    // The build puts a hash of the content into the names under assets.
    const isHashed = name.startsWith('assets/');
    void reply.headers({
      etag: file.etag,
      vary: 'accept-encoding',
      'cache-control': isHashed ? `max-age=${YEAR_S}, immutable` : 'no-cache',
    });
    if (request.headers['if-none-match']?.includes(file.etag)) return reply.code(304).send();
    void reply.type(TYPES[extname(name)] ?? 'application/octet-stream');
    return sendEncoded(reply, file);
  });
}
