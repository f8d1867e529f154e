import * as v from 'valibot';
import { PATHS, SignInBody } from '#shared/wire.ts';
import { createCookieJar, type CookieJar } from './cookie-jar.ts';

export interface LocalAccount {
  name: string;
  email: string;
}

/** A visitor of a server: sends requests, and keeps cookies, as a browser does. */
export interface Visitor {
  jar: CookieJar;
  send: (address: string, init?: RequestInit) => Promise<Response>;
  /** Sends a value as JSON. */
  sendJSON: (method: string, address: string, body: unknown) => Promise<Response>;
}

/**
 * Creates a visitor, with an empty cookie jar unless one is given; the page they come from is the
 * server's own unless its origin is.
 */
export function createVisitor(
  origin: string,
  jar = createCookieJar(),
  pageOrigin = origin,
): Visitor {
  const send = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address, origin);
    const headers = new Headers(init.headers);
    if (!headers.has('cookie')) headers.set('cookie', jar.header(url.pathname));
    if (!headers.has('origin')) headers.set('origin', pageOrigin);
    // Local accounts are for browsers; elsewhere tests say themselves what they send.
    if (url.pathname.startsWith(PATHS.localAccounts) && !headers.has('sec-fetch-site')) {
      const isOwn = headers.get('origin') === origin;
      headers.set('sec-fetch-site', isOwn ? 'same-origin' : 'cross-site');
    }
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    jar.keep(answer);
    return answer;
  };
  return {
    jar,
    send,
    sendJSON: (method, address, body) =>
      send(address, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
}

/** Starts a sign-in and follows it to the page that asks for the account; returns its address. */
export async function openAccountPage(visitor: Visitor): Promise<string> {
  const started = await visitor.send(PATHS.signIn, { method: 'POST' });
  const { url } = v.parse(SignInBody, await started.json());
  return locationOf(await visitor.send(url));
}

/** Chooses an account on its page; returns the address of our callback, not yet visited. */
export async function chooseAccount(
  visitor: Visitor,
  page: string,
  account: LocalAccount,
): Promise<string> {
  const form = new URLSearchParams({ name: account.name, email: account.email });
  const chosen = await visitor.send(page, { method: 'POST', body: form });
  return locationOf(await visitor.send(locationOf(chosen)));
}

/** Signs in with a local account over HTTP, as a browser would; returns the visitor who did. */
export async function signIn(origin: string, account: LocalAccount): Promise<Visitor> {
  const visitor = createVisitor(origin);
  const page = await openAccountPage(visitor);
  const callback = await chooseAccount(visitor, page, account);
  const home = locationOf(await visitor.send(callback));
  if (home !== '/') throw new Error(`The sign-in ended at ${home}.`);
  return visitor;
}

function locationOf(answer: Response): string {
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`No redirect but ${answer.status} at ${answer.url}.`);
  return location;
}
