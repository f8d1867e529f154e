import * as v from 'valibot';
import { Problem } from '#shared/problem.ts';
import { PATHS, SignInBody } from '#shared/wire.ts';
import { summarizeError } from '#server/errors/error-message.ts';
import type { Database } from '#server/database/database.ts';
import { auditLog } from '#server/http/log.ts';
import type { App } from '#server/http/valibot-routes.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import { identityFrom, noteSignIn } from './identity.ts';
import type { Issuer } from './issuer.ts';
import { createPrivateCookie } from './private-cookie.ts';
import { createRelyingParty, Flow } from './relying-party.ts';

const FLOW_TTL_S = 600;

const FlowCookie = v.pipe(
  v.string('This browser has no such sign-in under way.'),
  v.transform((text) => Buffer.from(text, 'base64url').toString()),
  v.parseJson(),
  Flow,
);

/** The cookie of one of a browser's sign-ins, signed, so that the server stores none. */
function flowCookie(publicURL: string, state: string) {
  return createPrivateCookie(`sign-in-${state}`, publicURL, { maxAge: FLOW_TTL_S, signed: true });
}

export interface SignInRouteOptions {
  publicURL: string;
  database: Database;
  issuer: Issuer;
  now: () => number;
  startSession: BrowserSessions['start'];
  onFailed: () => void;
}

export function registerSignInRoutes(app: App, options: SignInRouteOptions): void {
  const { publicURL, database, issuer, now, startSession, onFailed } = options;
  const relyingParty = createRelyingParty(issuer, `${publicURL}${PATHS.callback}`);

  app.post(PATHS.signIn, { schema: { response: { 200: SignInBody } } }, async (request, reply) => {
    const { url, flow } = await relyingParty.start().catch((cause: unknown) => {
      request.log.error({ reason: summarizeError(cause) }, 'the issuer could not be reached');
      throw new Problem('unavailable', { cause });
    });
    const text = Buffer.from(JSON.stringify(flow)).toString('base64url');
    flowCookie(publicURL, flow.state).set(reply, text);
    return { url };
  });

  app.get(PATHS.callback, { exposeHeadRoute: false }, async (request, reply) => {
    const returned = new URL(request.url, publicURL);
    try {
      const cookie = flowCookie(publicURL, returned.searchParams.get('state') ?? '');
      const flow = v.parse(FlowCookie, cookie.read(request));
      // It works once.
      cookie.clear(reply);
      const identity = identityFrom(issuer, await relyingParty.finish(returned, flow));
      await noteSignIn(database, identity, now());
      await startSession(request, reply, identity.uid);
      return reply.redirect('/', 303);
    } catch (error) {
      onFailed();
      auditLog(request).warn({ reason: summarizeError(error) }, 'a sign-in failed');
      return reply.redirect('/login', 303);
    }
  });
}
