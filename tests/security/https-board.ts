import * as v from 'valibot';
import { PATHS, SignInBody } from '#shared/wire.ts';
import { createTamperingIssuer, type TamperingIssuer } from '#tests/server/tampering-issuer.ts';
import { folderWith, recordLog, serveTests } from '#tests/server/test-board.ts';
import { createVisitor } from '#tests/server/sign-in.ts';

export const PUBLIC_URL = 'https://board.example';

/**
 * Starts a board on https, behind a proxy, whose people sign in elsewhere, with a simple page in place of the
 * built client, until the tests of this file have finished.
 */
export async function serveHttpsBoard() {
  const { log, lines } = recordLog({ level: 'info' });
  const issuer = createTamperingIssuer();
  const clientFolder = folderWith({
    'index.html': '<!doctype html><title>A page</title>',
    'assets/app.js': 'export {};',
  });
  const { app, origin, database } = await serveTests({
    publicURL: PUBLIC_URL,
    issuer: issuer.issuer,
    trustProxy: ['127.0.0.1'],
    clientFolder,
    log,
  });
  return {
    app,
    database,
    issuer,
    /** Each line of the log. */
    log: lines,
    /** Signs in with a browser, which may still hold the cookie of another session. */
    signIn: (held?: string) => signIn(origin, issuer, held),
  };
}

async function signIn(origin: string, issuer: TamperingIssuer, held?: string) {
  const visitor = createVisitor(origin, held, PUBLIC_URL);
  const started = await visitor.send(PATHS.signIn, { method: 'POST' });
  const body = await started.text();
  const { url } = v.parse(SignInBody, JSON.parse(body));
  const { pathname, search, searchParams } = issuer.authorize(url);
  const ended = await visitor.send(`${pathname}${search}`);
  const setCookie = ended.headers.getSetCookie().find((line) => /session=[^;]/u.test(line)) ?? '';
  return {
    /** The session cookie as it was set, attributes and all. */
    setCookie,
    /** The session cookie as a browser sends it. */
    cookie: setCookie.split(';', 1)[0] ?? '',
    addresses: [url, String(ended.headers.get('location'))],
    bodies: [body, await ended.text()],
    code: searchParams.get('code') ?? '',
  };
}
