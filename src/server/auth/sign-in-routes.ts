import type { FastifyReply, FastifyRequest } from 'fastify';
import { PATHS, SignInBody } from '#shared/wire.ts';
import { problemResponses, type App } from '#server/http/valibot-routes.ts';
import type { RequestLimiter } from './request-limits.ts';
import { summarizeError } from '#server/http/summarize-error.ts';
import { identityFrom } from './identity.ts';
import { createPrivateCookie, type PrivateCookie } from './private-cookie.ts';
import type { Flow, RelyingParty } from './relying-party.ts';
import { sessionIDOf, type SessionStore } from './session-store.ts';
import { createSignInFlows } from './sign-in-flows.ts';
import type { UserStore } from './user-store.ts';

/** Seconds a person may take on the issuer's pages. */
const FLOW_LIFE = 600;

export interface SignInRouteOptions {
  publicURL: string;
  /** Where the local accounts' pictures are. */
  ownPictures: string;
  relyingParty: RelyingParty;
  users: UserStore;
  sessions: SessionStore;
  sessionCookie: PrivateCookie;
  endSession: (id: string) => Promise<void>;
  limitSignIns: RequestLimiter;
}

/** The routes to the issuer and back. */
export function registerSignInRoutes(app: App, options: SignInRouteOptions): void {
  const { publicURL, relyingParty, limitSignIns } = options;
  const flows = createSignInFlows(createPrivateCookie('sign-in', { publicURL, maxAge: FLOW_LIFE }));

  app.post(
    PATHS.signIn,
    {
      onRequest: limitSignIns,
      schema: { response: { 200: SignInBody, ...problemResponses } },
    },
    async (request, reply) => {
      const { url, flow } = await relyingParty.start().catch((error: unknown) => {
        request.log.error({ reason: summarizeError(error) }, 'the issuer could not be reached');
        throw error;
      });
      flows.keep(request, reply, flow);
      return { url };
    },
  );

  app.get(PATHS.callback, { exposeHeadRoute: false }, async (request, reply) => {
    const returned = new URL(request.url, publicURL);
    try {
      const flow = flows.take(request, reply, returned.searchParams.get('state'));
      const token = await finish(options, returned, flow);
      await replaceSession(options, request, { reply, token });
      return reply.redirect('/', 303);
    } catch (error) {
      request.log.warn({ reason: summarizeError(error) }, 'a sign-in failed');
      return reply.redirect('/login', 303);
    }
  });
}

async function finish(
  { relyingParty, users, sessions, ownPictures }: SignInRouteOptions,
  returned: URL,
  flow: Flow,
): Promise<string> {
  const { issuer, claims } = await relyingParty.finish(returned, flow);
  const identity = identityFrom(issuer, claims, ownPictures);
  await users.signIn(identity);
  return sessions.create(identity.uid);
}

/** Gives the browser a new session; the one it had before must not live on. */
async function replaceSession(
  { sessionCookie, endSession }: SignInRouteOptions,
  request: FastifyRequest,
  { reply, token }: { reply: FastifyReply; token: string },
): Promise<void> {
  const former = sessionCookie.read(request);
  if (former !== undefined) await endSession(sessionIDOf(former));
  sessionCookie.set(reply, token);
}
