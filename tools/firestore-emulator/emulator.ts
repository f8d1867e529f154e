import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { text } from 'node:stream/consumers';
import { createAccounts, readToken } from './accounts.ts';
import { createDatabase, type Database } from './database.ts';
import { createListenStream } from './listen-stream.ts';
import { closeServer, listenLocally } from '#tools/listen-locally.ts';
import { OWNER, Refusal, REFUSALS, type Caller } from './rules.ts';
import { PAGES, pictureOf } from './sign-in-pages.ts';
import { createWebChannel } from './web-channel.ts';

/** To Google's tools, a project whose name begins with demo- is never a real one. */
export const PROJECT = 'demo-thought-cloud';
const IDENTITY = '/identitytoolkit.googleapis.com/v1';
/** The path of the calls that the project's owner makes. */
const OWNERS = `${IDENTITY}/projects/${PROJECT}`;
const DATABASE = `projects/${PROJECT}/databases/(default)`;

export type Emulator = Awaited<ReturnType<typeof startEmulator>>;

/** Starts an emulator of Firestore and Firebase Auth, with the project's own rules, on ports of 127.0.0.1; by default on a free one. */
export async function startEmulator(ports: readonly number[] = [0]) {
  const database = createDatabase(DATABASE);
  const calls = callsOf(database);
  const channel = createWebChannel((authorization, send) =>
    createListenStream(database, readBearer(authorization), send),
  );

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://emulator');
    const path = decodeURIComponent(url.pathname);
    if (!isOfThisComputer(request)) return void response.writeHead(403).end();
    allowOrigin(request, response);
    if (request.method === 'OPTIONS') return void response.end();
    const body = await text(request);
    if (path === '/google.firestore.v1.Firestore/Listen/channel') {
      response.setHeader('content-type', 'text/plain');
      return channel.handle({ query: url.searchParams, form: new URLSearchParams(body), response });
    }
    if (path === '/picture.svg') {
      const picture = pictureOf(url.searchParams.get('of') ?? '');
      return void response.setHeader('content-type', 'image/svg+xml').end(picture);
    }
    const page = PAGES[path];
    if (page !== undefined) return void response.setHeader('content-type', 'text/html').end(page);
    answerInJson(response, () => {
      const token = readBearer(request.headers.authorization);
      const call = calls[path];
      if (call === undefined) throw new Refusal('NOT_FOUND');
      return call(body, token);
    });
  };

  const answer: RequestListener = (request, response) => {
    handle(request, response).catch((error: unknown) => {
      console.error('The emulator failed', error);
      response.destroy();
    });
  };
  const servers = ports.map(() => createServer(answer));
  const [port = 0] = await Promise.all(
    servers.map((server, index) => listenLocally(server, ports[index])),
  );
  return {
    ...database,
    port,
    /** Ends every stream, as a server that restarts does. */
    cutStreams: channel.cut,
    stop: async () => {
      channel.cut();
      await Promise.all(servers.map(closeServer));
    },
  };
}

type Call = (body: string, by: Caller) => unknown;

/** The calls of both services, by path. */
function callsOf({ batchGet, runQuery, commit }: Database): Readonly<Record<string, Call>> {
  const accounts = createAccounts();
  return {
    [`${IDENTITY}/accounts:signInWithIdp`]: (body) => accounts.signInWithIdp(JSON.parse(body)),
    [`${IDENTITY}/accounts:lookup`]: (body) => accounts.lookup(JSON.parse(body)),
    [`${OWNERS}/accounts:batchCreate`]: (body) => accounts.batchCreate(JSON.parse(body)),
    [`${OWNERS}/accounts:batchGet`]: () => accounts.batchGet(),
    '/securetoken.googleapis.com/v1/token': (body) => accounts.refresh(new URLSearchParams(body)),
    [`/v1/${DATABASE}/documents:batchGet`]: (body, by) => batchGet(JSON.parse(body), by),
    [`/v1/${DATABASE}/documents:runQuery`]: (body, by) => runQuery(JSON.parse(body), by),
    [`/v1/${DATABASE}/documents:commit`]: (body, by) => commit(JSON.parse(body), by),
  };
}

/** Whether a page of this computer calls, or no page: what is kept here is nobody else's. */
function isOfThisComputer({ headers: { origin } }: IncomingMessage): boolean {
  return origin === undefined || /^https?:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?$/u.test(origin);
}

/** Lets a page of another port call, as Google's services do. */
function allowOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', headers.origin ?? '*');
  response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('access-control-allow-methods', 'GET, POST');
  const wanted = headers['access-control-request-headers'];
  if (wanted !== undefined) response.setHeader('access-control-allow-headers', wanted);
}

/** The claims of the token in an Authorization header, or null without one. */
function readBearer(authorization: string | undefined): Caller {
  const token = /^Bearer (?<token>.+)$/u.exec(authorization ?? '')?.groups?.['token'];
  if (token === OWNER) return OWNER;
  return token === undefined ? null : readToken(token);
}

/** Answers with a task's result in JSON, or with its refusal as Google's services word it. */
function answerInJson(response: ServerResponse, task: () => unknown): void {
  response.setHeader('content-type', 'application/json');
  try {
    response.end(JSON.stringify(task()));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status, message } = error;
    response.statusCode = REFUSALS[status].http;
    response.end(JSON.stringify({ error: { code: response.statusCode, status, message } }));
  }
}
