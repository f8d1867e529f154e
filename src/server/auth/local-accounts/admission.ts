import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { cookieName, createPrivateCookie } from '#server/auth/private-cookie.ts';
import { Refusal } from '#server/errors/refusal.ts';
import { isForwarded, isLoopbackAddress } from '#server/http/addresses.ts';
import type { Check } from '#server/http/guards.ts';
import type { App } from '#server/http/valibot-routes.ts';
import { LOCAL_ACCOUNTS } from './account.ts';

const DAY_S = 86_400;
/** The paths that the relying party itself requests; all other requests come from a browser. */
const BACK_CHANNEL = /^\/(?:\.well-known\/|jwks|token|me$)/u;

/** Who may use the local accounts. */
export interface Admission {
  check: Check;
  /** What the relying party sends to be let in. */
  headers?: Readonly<Record<string, string>>;
  /** The address that lets a browser in. */
  link?: string;
  register?: (app: App) => void;
}

/** Refuses requests that no browser sent straight to this server: behind a proxy, everyone looks local. */
export function requireDirectBrowser(publicURL: string): Check {
  const { host: home } = new URL(publicURL);
  return ({ headers, raw, url }) => {
    if (headers.host !== home) {
      throw new Refusal('forbidden', `Local accounts work at ${publicURL} only.`);
    }
    const isDirect =
      // Some proxies use HTTP/1.0; no browser does.
      raw.httpVersion !== '1.0' &&
      // A proxy that adds no headers still forwards the remote browser's origin.
      (headers.origin ?? publicURL) === publicURL &&
      // Every browser says which site a request comes from.
      (headers['sec-fetch-site'] !== undefined ||
        BACK_CHANNEL.test(url.slice(LOCAL_ACCOUNTS.root.length))) &&
      !isForwarded(headers);
    if (!isDirect) throw new Refusal('forbidden', 'Local accounts work on this computer only.');
  };
}

/** Lets in what this computer sends. */
export const admitThisComputer: Admission = {
  check: ({ socket }) => {
    if (isLoopbackAddress(String(socket.remoteAddress))) return;
    throw new Refusal('forbidden', 'Local accounts work on this computer only.');
  },
};

/**
 * Lets in browsers that have opened a secret link, which lasts as long as the process, and nobody else: in a
 * container, the addresses that requests come from say nothing about where their browsers are.
 */
export function admitByLink(publicURL: string): Admission {
  const secret = randomBytes(32).toString('base64url');
  const digest = hash('sha256', secret, 'buffer');
  const isSecret = (text: string): boolean =>
    timingSafeEqual(hash('sha256', text, 'buffer'), digest);
  const cookie = createPrivateCookie('link', publicURL, DAY_S);
  const querystring = v.object({ secret: v.optional(v.string(), '') });
  return {
    check: (request) => {
      if (isSecret(cookie.read(request) ?? '')) return;
      throw new Refusal(
        'forbidden',
        'To sign in here, open the secret link that the board printed when it started.',
      );
    },
    headers: { cookie: `${cookieName('link', publicURL)}=${secret}` },
    link: `${publicURL}${LOCAL_ACCOUNTS.link}?secret=${secret}`,
    register: (app) => {
      app.get(LOCAL_ACCOUNTS.link, { schema: { querystring } }, (request, reply) => {
        if (!isSecret(request.query.secret)) {
          throw new Refusal('forbidden', 'This link is not the one that the last start printed.');
        }
        cookie.set(reply, secret);
        // The redirect takes the secret out of the address bar.
        return reply.header('cache-control', 'no-store').redirect('/login', 303);
      });
    },
  };
}
