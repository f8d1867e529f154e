import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { OWNER, type Caller } from './access.ts';
import { createAccounts } from './accounts.ts';
import { createClock } from './clock.ts';
import { createDatabase, type Database } from './database.ts';
import { allowEveryOrigin, answerInJson, readBearer, readBody } from './http.ts';
import { readIndexes } from './indexes.ts';
import { createListenStream, type ListenRequest } from './listen-stream.ts';
import { closeServer, listenLocally } from './local-server.ts';
import { Refusal } from './refusal.ts';
import { readRules } from './rules/rules.ts';
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
    rules: readRules(readFileSync('firebase/firestore.rules', 'utf8')),
    isIndexed: readIndexes(readFileSync('firebase/firestore.indexes.json', 'utf8')),
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
    const body = await readBody(request);
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
    stop: () => {
      channel.cut();
      return closeServer(server);
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
