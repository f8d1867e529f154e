import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { SCREENS } from '#shared/routes.ts';
import { NEWEST_PAGE_PATH, PATHS } from '#shared/wire.ts';
import { handleError, replyNotFound } from './error-handler.ts';
import { explainLocal } from './explain-local.ts';
import { hostnameOf, isLoopbackName } from './loopback.ts';
import type { App } from './valibot-routes.ts';

/** Addresses that programs ask, not people. */
const SERVICES = /^\/(?:api|auth|local-accounts)(?:[/?]|$)/u;
const YEAR_S = 31_536_000;
/** What the client asks for first; it comes with the page instead of after the scripts. */
const PRELOADS = [PATHS.session, NEWEST_PAGE_PATH]
  .map((path) => `<${path}>; rel=preload; as=fetch; crossorigin=anonymous`)
  .join(', ');

export interface ClientFilesOptions {
  publicURL: string;
  folder: string;
  isLocal: boolean;
  /** Whether the request is known to be a signed-in person's; else nothing private is preloaded. */
  hasSession: (request: FastifyRequest) => boolean;
}

/** Serves the client: its files, and its one page under every screen's address. */
export async function registerClientFiles(
  app: App,
  { publicURL, folder, isLocal, hasSession }: ClientFilesOptions,
): Promise<void> {
  app.addHook('onRequest', leadHome(publicURL));
  if (isLocal) app.addHook('onRequest', explainLocal(publicURL));
  const page = await readFile(join(folder, 'index.html'));
  const sendPage = (reply: FastifyReply): FastifyReply =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  // The client shows its error screen for an address it does not know.
  const sendNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    SERVICES.test(request.url) ? replyNotFound(request, reply) : sendPage(reply.code(404));
  app.setNotFoundHandler(sendNotFound);
  // Folders, and paths no file can have, are refused as forbidden.
  app.setErrorHandler<FastifyError>((error, request, reply) =>
    error.statusCode === 403 ? sendNotFound(request, reply) : handleError(error, request, reply),
  );
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: true,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      // The build puts a hash of the content into the names under assets.
      const isHashed = path.startsWith(join(folder, 'assets'));
      void response.header('cache-control', isHashed ? `max-age=${YEAR_S}, immutable` : 'no-cache');
    },
  });
  for (const screen of SCREENS) {
    app.get(screen, (request, reply) => {
      if (hasSession(request)) void reply.header('link', PRELOADS);
      return sendPage(reply);
    });
  }
}

/** Leads a visitor who used another name of this computer to the one the cookies are kept under. */
function leadHome(
  publicURL: string,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined> {
  const home = new URL(publicURL);
  return async (request, reply) => {
    const { host = '' } = request.headers;
    const isOtherName =
      host !== home.host &&
      isLoopbackName(home.hostname) &&
      isLoopbackName(hostnameOf(host) ?? '') &&
      URL.parse(`http://${host}`)?.port === home.port;
    return isOtherName ? reply.redirect(`${publicURL}${request.url}`, 307) : undefined;
  };
}
