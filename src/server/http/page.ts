import type { FastifyReply, FastifyRequest } from 'fastify';
import { SCREENS } from '#shared/routes.ts';
import { NEWEST_PAGE_PATH, PATHS, SERVICE_ROOTS } from '#shared/wire.ts';
import { replyNotFound } from './error-handler.ts';
import { hostnameOf, isLoopbackName } from './addresses.ts';
import { readStaticFiles, sendRepresentation, serveStaticFiles } from './static-files.ts';
import type { App } from './valibot-routes.ts';

const SERVICES = new RegExp(`^(?:${Object.values(SERVICE_ROOTS).join('|')})(?:[/?]|$)`, 'u');
/** What the client asks for first; it comes with the page instead of after the scripts. */
const PRELOADS = [PATHS.session, NEWEST_PAGE_PATH]
  .map((path) => `<${path}>; rel=preload; as=fetch; crossorigin=anonymous`)
  .join(', ');

export interface ClientFilesOptions {
  publicURL: string;
  folder: string;
  hasSession: (request: FastifyRequest) => boolean;
}

export function registerClientFiles(
  app: App,
  { publicURL, folder, hasSession }: ClientFilesOptions,
): void {
  app.addHook('onRequest', leadHome(publicURL));
  const files = readStaticFiles(folder);
  const page = files.get('index.html');
  if (page === undefined) throw new Error(`${folder} has no index.html.`);
  // Without its ETag: the Link header of the answer differs by whether somebody is signed in.
  const sendPage = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    void reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8');
    return sendRepresentation(request, reply, page);
  };
  // The client shows its error screen for an address it does not know.
  const sendNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    SERVICES.test(request.url) ? replyNotFound(request, reply) : sendPage(request, reply.code(404));
  app.setNotFoundHandler(sendNotFound);
  serveStaticFiles(app, files);
  for (const screen of SCREENS) {
    app.get(screen, (request, reply) => {
      if (hasSession(request)) void reply.header('link', PRELOADS);
      return sendPage(request, reply);
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
