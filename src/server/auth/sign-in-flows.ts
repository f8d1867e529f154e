import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { createPrivateCookie } from './private-cookie.ts';
import { Flow } from './relying-party.ts';

/** Sign-ins a browser may have under way at once, one to a tab; starting another drops the oldest. */
const FLOWS_PER_BROWSER = 4;
/** Seconds a person may take on the issuer's pages. */
const FLOW_TTL_S = 600;

const FlowsCookie = v.fallback(
  v.pipe(
    v.string(),
    v.transform((text) => Buffer.from(text, 'base64url').toString()),
    v.parseJson(),
    v.array(Flow),
  ),
  [],
);

/** The sign-ins that a browser has under way, kept by itself. */
export interface SignInFlows {
  keep: (request: FastifyRequest, reply: FastifyReply, flow: Flow) => void;
  /** Takes out the one of that state, which no other can use; throws when there is none. */
  take: (request: FastifyRequest, reply: FastifyReply, state: string | null) => Flow;
}

/** Keeps the sign-ins in a signed cookie, so that the server need not remember any. */
export function createSignInFlows(publicURL: string): SignInFlows {
  const cookie = createPrivateCookie('sign-in', { publicURL, maxAge: FLOW_TTL_S, signed: true });
  const read = (request: FastifyRequest): Flow[] => v.parse(FlowsCookie, cookie.read(request));
  const write = (reply: FastifyReply, flows: readonly Flow[]): void => {
    if (flows.length === 0) cookie.clear(reply);
    else cookie.set(reply, Buffer.from(JSON.stringify(flows)).toString('base64url'));
  };
  return {
    keep: (request, reply, flow) => {
      write(reply, [...read(request), flow].slice(-FLOWS_PER_BROWSER));
    },
    take: (request, reply, state) => {
      const flows = read(request);
      const flow = flows.find((candidate) => candidate.state === state);
      if (flow === undefined) throw new Error('This browser has no such sign-in under way.');
      write(
        reply,
        flows.filter((other) => other !== flow),
      );
      return flow;
    },
  };
}
