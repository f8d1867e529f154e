import { EventEmitter } from 'node:events';
import * as v from 'valibot';
import { newId } from '#shared/id.ts';
import type { User } from '#shared/user.ts';
import { Page, PATHS, SessionBody, SignInBody } from '#shared/wire.ts';
import { identityFrom, recordSignIn } from '#server/auth/identity.ts';
import { Account, LOCAL_ACCOUNTS } from '#server/auth/local-accounts/account.ts';
import { pictureAddress } from '#server/auth/local-accounts/pictures.ts';
import { createSessionStore } from '#server/auth/session-store.ts';
import type { Database } from '#server/database/database.ts';

type CookieJar = ReturnType<typeof createCookieJar>;

/**
 * Creates a jar for the cookies that one browser keeps, which may hold one from before; it heeds their paths as
 * far as a sign-in needs.
 */
function createCookieJar(held?: string) {
  const cookies = new Map<string, { pair: string; path: string }>();
  if (held !== undefined) cookies.set(`${held.split('=', 1)[0]} /`, { pair: held, path: '/' });
  return {
    /** Takes in the cookies of an answer to a request. */
    keep: (answer: Response) => {
      for (const line of answer.headers.getSetCookie()) {
        const [pair = '', ...attributes] = line.split(/;\s*/u);
        const name = pair.split('=', 1)[0] ?? '';
        const attribute = (wanted: string): string | undefined =>
          attributes.find((text) => text.toLowerCase().startsWith(`${wanted}=`))?.split('=')[1];
        const path = attribute('path') ?? '/';
        const expires = attribute('expires');
        const isGone = expires !== undefined && Date.parse(expires) < Date.now();
        if (isGone) cookies.delete(`${name} ${path}`);
        else cookies.set(`${name} ${path}`, { pair, path });
      }
    },
    /** The Cookie header for an address. */
    header: (path: string): string =>
      [...cookies.values()]
        .filter((cookie) => path.startsWith(cookie.path))
        .map(({ pair }) => pair)
        .join('; '),
  };
}

export interface LocalAccount {
  name: string;
  email: string;
}

export type Visitor = ReturnType<typeof createVisitor>;

/**
 * Creates a visitor of a server, who sends requests and keeps cookies as a browser does. They hold no cookie
 * unless one, or a whole jar, is given; the page they come from is the server's own unless its origin is.
 */
export function createVisitor(origin: string, held?: string | CookieJar, pageOrigin = origin) {
  const jar = typeof held === 'object' ? held : createCookieJar(held);
  const send = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address, origin);
    const headers = new Headers(init.headers);
    if (!headers.has('cookie')) headers.set('cookie', jar.header(url.pathname));
    if (!headers.has('origin')) headers.set('origin', pageOrigin);
    // Local accounts accept browsers only; for other paths, tests set such headers themselves.
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
    /** Sends a value as JSON. */
    sendJSON: (method: string, address: string, body: unknown) =>
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

/** Signs a person in by the rows that a sign-in leaves; resolves with the token of the session. */
export async function startSession(
  database: Database,
  account: LocalAccount,
  issuer = 'local-accounts',
): Promise<{ uid: string; token: string }> {
  const { sub, name, email } = v.parse(Account, account);
  const picture = pictureAddress({ sub, name, email });
  const identity = identityFrom(
    { name: issuer, ownPictures: LOCAL_ACCOUNTS.pictures },
    { sub, name, email, picture, email_verified: false },
  );
  await recordSignIn(database, identity, Date.now());
  // This store gets no events of the database, and is gone after the call.
  const sessions = createSessionStore({ ...database, events: new EventEmitter() }, issuer);
  return { uid: identity.uid, token: await sessions.create(identity.uid) };
}

/** Who a visitor is to the server. */
export async function userOf(visitor: Visitor): Promise<User | null> {
  const answer = await visitor.send(PATHS.session);
  return v.parse(SessionBody, await answer.json()).user;
}

export async function uidOf(visitor: Visitor): Promise<string> {
  return (await userOf(visitor))?.uid ?? '';
}

/** Adds a thought, and resolves with its id. */
export async function addThought(visitor: Visitor, text = 'hello'): Promise<string> {
  const textID = newId();
  const { status } = await visitor.sendJSON('PUT', `${PATHS.thoughts}/${textID}`, { text });
  if (status !== 200) throw new Error(`Adding was answered ${status}.`);
  return textID;
}

/** Reads a page of thoughts, the newest one unless a query says otherwise. */
export async function readPage(visitor: Visitor, query = ''): Promise<Page> {
  return v.parse(Page, await (await visitor.send(`${PATHS.thoughts}${query}`)).json());
}
