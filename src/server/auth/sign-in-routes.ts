import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { Problem } from '#shared/problem.ts';
import { PATHS, SignInBody } from '#shared/wire.ts';
import { summarizeError } from '#server/errors/error-message.ts';
import type { Database } from '#server/database/database.ts';
import { auditLog } from '#server/http/log.ts';
import type { App } from '#server/http/valibot-routes.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import { identityFrom, recordSignIn } from './identity.ts';
import type { Issuer } from './issuer.ts';
import { createPrivateCookie } from './private-cookie.ts';
import { createRelyingParty, Flow } from './relying-party.ts';

/** Sign-ins that a browser may have in progress, one for each tab; another one drops the oldest. */
const FLOWS_PER_BROWSER = 4;
const FLOW_TTL_S = 600;

const FlowsCookie = v.fallback(v.pipe(v.string(), v.parseJson(), v.array(Flow)), []);

export interface SignInRouteOptions {
  publicURL: string;
  database: Database;
  issuer: Issuer;
  startSession: BrowserSessions['start'];
  onFailed: () => void;
}

export function registerSignInRoutes(app: App, options: SignInRouteOptions): void {
  const { publicURL, database, issuer, startSession, onFailed } = options;
  const relyingParty = createRelyingParty(issuer, `${publicURL}${PATHS.callback}`);
  // A browser keeps its own sign-ins, so that the server stores none.
  const cookie = createPrivateCookie('sign-in', publicURL, FLOW_TTL_S);
  const flowsOf = (request: FastifyRequest): Flow[] => v.parse(FlowsCookie, cookie.read(request));

  app.post(PATHS.signIn, { schema: { response: { 200: SignInBody } } }, async (request, reply) => {
    const { url, flow } = await relyingParty.start().catch((cause: unknown) => {
      request.log.error({ reason: summarizeError(cause) }, 'the issuer could not be reached');
      throw new Problem('unavailable', { cause });
    });
    const flows = [...flowsOf(request), flow].slice(-FLOWS_PER_BROWSER);
    cookie.set(reply, JSON.stringify(flows));
    return { url };
  });

  app.get(PATHS.callback, { errorHandler: sendToLogin }, async (request, reply) => {
    const returned = new URL(request.url, publicURL);
    try {
      const flows = flowsOf(request);
      const flow = flows.find(({ state }) => state === returned.searchParams.get('state'));
      if (flow === undefined) throw new Error('This browser has no such sign-in under way.');
      // Each works once.
      const others = flows.filter((other) => other !== flow);
      if (others.length === 0) cookie.clear(reply);
      else cookie.set(reply, JSON.stringify(others));
      const identity = identityFrom(issuer, await relyingParty.finish(returned, flow));
      await recordSignIn(database, identity, Date.now());
      await startSession(request, reply, identity.uid);
      return reply.redirect('/', 303);
    } catch (error) {
      onFailed();
      auditLog(request).warn({ reason: summarizeError(error) }, 'a sign-in failed');
      return reply.redirect('/login', 303);
    }
  });
}

/** A person comes back here, whom a refusal in JSON, as beyond the limit, would leave without a way on. */
function sendToLogin(error: unknown, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // All else is the server's own fault, which is logged like others.
  if (!(error instanceof Problem)) throw error;
  return reply.redirect('/login', 303);
}
