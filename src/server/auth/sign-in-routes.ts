import type { FastifyReply, FastifyRequest } from 'fastify';
import { PATHS, SignInBody } from '#shared/wire.ts';
import { hookOf, type Check } from '#server/http/checks.ts';
import { summarizeError } from '#server/errors/summarize-error.ts';
import { problemResponses, type App } from '#server/http/valibot-routes.ts';
import type { Admit } from './admission.ts';
import type { RelyingParty } from './relying-party.ts';
import { createSignInFlows } from './sign-in-flows.ts';

export interface SignInRouteOptions {
  publicURL: string;
  relyingParty: RelyingParty;
  admit: Admit;
  startSession: (request: FastifyRequest, reply: FastifyReply, uid: string) => Promise<void>;
  /** Counts both ways: each costs the issuer a request. */
  limit: Check;
}

/** The routes to the issuer and back. */
export function registerSignInRoutes(app: App, options: SignInRouteOptions): void {
  const { publicURL, relyingParty, admit, startSession, limit } = options;
  const flows = createSignInFlows(publicURL);

  app.post(
    PATHS.signIn,
    { onRequest: hookOf(limit), schema: { response: { 200: SignInBody, ...problemResponses } } },
    async (request, reply) => {
      const { url, flow } = await relyingParty.start().catch((error: unknown) => {
        request.log.error({ reason: summarizeError(error) }, 'the issuer could not be reached');
        throw error;
      });
      flows.keep(request, reply, flow);
      return { url };
    },
  );

  app.get(
    PATHS.callback,
    { onRequest: hookOf(limit), exposeHeadRoute: false },
    async (request, reply) => {
      const returned = new URL(request.url, publicURL);
      try {
        const flow = flows.take(request, reply, returned.searchParams.get('state'));
        const uid = await admit(await relyingParty.finish(returned, flow));
        await startSession(request, reply, uid);
        return reply.redirect('/', 303);
      } catch (error) {
        request.log.warn({ reason: summarizeError(error) }, 'a sign-in failed');
        return reply.redirect('/login', 303);
      }
    },
  );
}
