import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { PATHS, SignInBody } from '#shared/wire.ts';
import { createTamperingIssuer, type TamperingIssuer } from '#server/testing/tampering-issuer.ts';
import {
  makeTemporaryFolder,
  recordLog,
  startTestServer,
  type TestServer,
} from '#server/testing/test-board.ts';
import { createVisitor } from '#server/testing/sign-in.ts';

export const PUBLIC_URL = 'https://board.example';

/** A board on https, behind a proxy, whose people sign in elsewhere. */
export interface HttpsBoard {
  app: TestServer['app'];
  issuer: TamperingIssuer;
  /** Each line of the log. */
  log: string[];
  /** Signs in with a browser, which may still hold the cookie of another session. */
  signIn: (held?: string) => Promise<SignedIn>;
  close: () => Promise<void>;
}

export interface SignedIn {
  /** The session cookie as it was set, attributes and all. */
  setCookie: string;
  /** The session cookie as a browser sends it. */
  cookie: string;
  addresses: string[];
  bodies: string[];
  code: string;
}

/** Starts the board, with a simple page in place of the built client. */
export async function startHttpsBoard(): Promise<HttpsBoard> {
  const { log, lines } = recordLog({ level: 'info' });
  const issuer = createTamperingIssuer();
  const folder = makeTemporaryFolder();
  writeFileSync(join(folder.path, 'index.html'), '<!doctype html><title>A page</title>');
  mkdirSync(join(folder.path, 'assets'));
  writeFileSync(join(folder.path, 'assets/app.js'), 'export {};');
  const server = await startTestServer({
    publicURL: PUBLIC_URL,
    issuer: issuer.issuer,
    trustProxy: ['127.0.0.1'],
    clientFolder: folder.path,
    log,
  });
  return {
    app: server.app,
    issuer,
    log: lines,
    signIn: (held) => signIn(server.origin, issuer, held),
    close: async () => {
      await server.close();
      folder.remove();
    },
  };
}

async function signIn(origin: string, issuer: TamperingIssuer, held?: string): Promise<SignedIn> {
  const visitor = createVisitor(origin, held, PUBLIC_URL);
  const started = await visitor.send(PATHS.signIn, { method: 'POST' });
  const body = await started.text();
  const { url } = v.parse(SignInBody, JSON.parse(body));
  const { pathname, search, searchParams } = issuer.authorize(url);
  const ended = await visitor.send(`${pathname}${search}`);
  const setCookie = ended.headers.getSetCookie().find((line) => /session=[^;]/u.test(line)) ?? '';
  return {
    setCookie,
    cookie: setCookie.split(';', 1)[0] ?? '',
    addresses: [url, String(ended.headers.get('location'))],
    bodies: [body, await ended.text()],
    code: searchParams.get('code') ?? '',
  };
}
