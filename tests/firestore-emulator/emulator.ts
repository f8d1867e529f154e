import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { createAccounts, readToken } from './accounts.ts';
import { createDatabase, type Database } from './database.ts';
import { createListenStream, type ListenRequest } from './listen-stream.ts';
import { closeServer, listenLocally } from './local-server.ts';
import { readIndexes } from './query.ts';
import { Refusal, REFUSALS } from './refusal.ts';
import { OWNER, readRules, type Caller } from './rules.ts';
import { PICTURE, SIGN_IN_PAGES } from './sign-in-pages.ts';
import { createWebChannel } from './web-channel.ts';

/** Emulators take no project whose name begins with demo- for a real one. */
export const PROJECT = 'demo-thought-cloud';
const IDENTITY = '/identitytoolkit.googleapis.com/v1';
const DATABASE = `projects/${PROJECT}/databases/(default)`;

/** A running emulator of Firestore and Firebase Auth. */
export interface Emulator extends Pick<Database, 'refuseQueries' | 'put' | 'remove' | 'readCount'> {
  port: number;
  /** Ends every stream, as a server that restarts does. */
  cutStreams: () => void;
  /** Goes away, and comes back, if it was gone, at the same address with what it knew. */
  stop: () => Promise<void>;
  start: () => Promise<void>;
}

/**
 * Starts an emulator on 127.0.0.1, on a free port unless one is given. It speaks the part of the two
 * services' protocols that the web SDK uses for this project, and the project's own rules decide
 * what may pass.
 */
export async function startEmulator(wantedPort = 0): Promise<Emulator> {
  const database = createDatabase({
    name: DATABASE,
    isAllowed: readRules(readFileSync('firebase/firestore.rules', 'utf8')),
    requireIndex: readIndexes(readFileSync('firebase/firestore.indexes.json', 'utf8')),
    now: createClock(),
  });
  const calls = callsOf(database);
  const channel = createWebChannel((headers, send) => {
    const token = readBearer(headers.get('authorization'));
    const stream = createListenStream(database, { token, send });
    return {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the SDK's own messages
      receive: (message) => stream.receive(message as ListenRequest),
      close: stream.close,
    };
  });

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://emulator');
    const path = decodeURIComponent(url.pathname);
    allowEveryOrigin(request, response);
    // As the official emulator does, for who only asks whether it is there.
    if (request.method === 'OPTIONS' || path === '/') return void response.end();
    const body = await text(request);
    if (path === '/google.firestore.v1.Firestore/Listen/channel') {
      response.setHeader('content-type', 'text/plain');
      return channel.handle({ query: url.searchParams, form: new URLSearchParams(body), response });
    }
    const signInPage = SIGN_IN_PAGES[path];
    if (signInPage !== undefined) {
      return void response.setHeader('content-type', 'text/html').end(signInPage);
    }
    if (path === '/picture.svg') {
      return void response.setHeader('content-type', 'image/svg+xml').end(PICTURE);
    }
    answerInJson(response, () => {
      const call = calls[path];
      if (call === undefined) throw new Refusal('NOT_FOUND');
      return call({
        body,
        query: url.searchParams,
        bearer: readBearer(request.headers.authorization),
      });
    });
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      console.error('The emulator failed', error);
      response.destroy();
    });
  });
  const port = await listenLocally(server, wantedPort);
  return {
    ...database,
    port,
    cutStreams: channel.cut,
    stop: async () => {
      channel.cut();
      if (server.listening) await closeServer(server);
    },
    start: async () => {
      if (!server.listening) await listenLocally(server, port);
    },
  };
}

interface Request {
  body: string;
  query: URLSearchParams;
  bearer: Caller;
}
type Call = (request: Request) => unknown;

/** The calls of both services, by path. */
function callsOf({ now, batchGet, runQuery, commit }: Database): Readonly<Record<string, Call>> {
  const accounts = createAccounts(PROJECT);
  const requester = (token: Caller) => ({ token, time: now() });
  const ownersCall =
    (call: Call): Call =>
    (request) => {
      if (request.bearer !== OWNER) throw new Refusal('PERMISSION_DENIED');
      return call(request);
    };
  return {
    [`${IDENTITY}/accounts:signInWithIdp`]: ({ body }) => accounts.signInWithIdp(JSON.parse(body)),
    [`${IDENTITY}/accounts:lookup`]: ({ body }) => accounts.lookup(JSON.parse(body)),
    [`${IDENTITY}/projects/${PROJECT}/accounts:batchCreate`]: ownersCall(({ body }) =>
      accounts.batchCreate(JSON.parse(body)),
    ),
    [`${IDENTITY}/projects/${PROJECT}/accounts:batchGet`]: ownersCall(({ query }) =>
      accounts.batchGet(query),
    ),
    '/securetoken.googleapis.com/v1/token': ({ body }) =>
      accounts.refresh(new URLSearchParams(body)),
    [`/v1/${DATABASE}/documents:batchGet`]: ({ body, bearer }) =>
      batchGet(JSON.parse(body), requester(bearer)),
    [`/v1/${DATABASE}/documents:runQuery`]: ({ body, bearer }) =>
      runQuery(JSON.parse(body), requester(bearer)),
    [`/v1/${DATABASE}/documents:commit`]: ({ body, bearer }) =>
      commit(JSON.parse(body), requester(bearer)),
  };
}

/** Lets pages of every origin call, as Google's services do. */
function allowEveryOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', headers.origin ?? '*');
  response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('access-control-allow-methods', 'GET, POST');
  const wanted = headers['access-control-request-headers'];
  if (wanted !== undefined) response.setHeader('access-control-allow-headers', wanted);
}

/** The claims of the token in an Authorization header, or null without one. */
function readBearer(authorization: string | null | undefined): Caller {
  const token = /^Bearer (?<token>.+)$/u.exec(authorization ?? '')?.groups?.['token'];
  if (token === OWNER) return OWNER;
  return token === undefined ? null : readToken(token);
}

/** Answers with a task's result in JSON, or with its refusal as Google's services word it. */
function answerInJson(response: ServerResponse, task: () => unknown): void {
  const answer = (status: number, body: unknown): void =>
    void response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(body));
  try {
    answer(200, task());
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { http } = REFUSALS[error.status];
    answer(http, { error: { code: http, status: error.status, message: error.message } });
  }
}

/** A server's clock, in RFC 3339 with microseconds as Firestore keeps them; no time comes twice. */
function createClock(): () => string {
  let last = 0;
  return () => {
    last = Math.max(Date.now() * 1000, last + 1);
    const millis = Math.floor(last / 1000);
    const micros = String(last - millis * 1000).padStart(3, '0');
    return new Date(millis).toISOString().replace('Z', `${micros}Z`);
  };
}
