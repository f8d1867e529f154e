import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { PATHS, SignInBody } from '#shared/wire.ts';
import { createTamperingIssuer, type TamperingIssuer } from '#server/testing/tampering-issuer.ts';
import { makeTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { startTestServer, type TestServer } from '#server/testing/test-board.ts';

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
  const log: string[] = [];
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
    log: { level: 'info', stream: { write: (line) => void log.push(line) } },
  });
  return {
    app: server.app,
    issuer,
    log,
    signIn: (held = '') => signIn(server.app, issuer, held),
    close: async () => {
      await server.close();
      folder.remove();
    },
  };
}

async function signIn(
  app: TestServer['app'],
  issuer: TamperingIssuer,
  held: string,
): Promise<SignedIn> {
  const started = await app.inject({
    method: 'POST',
    url: PATHS.signIn,
    headers: { origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' },
  });
  const { url } = v.parse(SignInBody, started.json());
  const callback = issuer.authorize(url);
  const ended = await app.inject({
    url: `${callback.pathname}${callback.search}`,
    headers: { cookie: [pairOf(setCookies(started.headers['set-cookie'])[0]), held].join('; ') },
  });
  const setCookie = setCookies(ended.headers['set-cookie']).find((line) =>
    /session=[^;]/u.test(line),
  );
  return {
    setCookie: setCookie ?? '',
    cookie: pairOf(setCookie),
    addresses: [url, String(ended.headers.location)],
    bodies: [started.body, ended.body],
    code: callback.searchParams.get('code') ?? '',
  };
}

function setCookies(header: string | string[] | undefined): string[] {
  return header === undefined ? [] : [header].flat();
}

function pairOf(setCookie: string | undefined): string {
  return setCookie?.split(';', 1)[0] ?? '';
}
