import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeServer, listenLocally } from '#tests/firebase/local-server.ts';
import { readRules, type Rules } from '#tests/firebase/rules/rules.ts';
import { isAccessAllowed, type Token } from './access.ts';
import { createAccounts, readToken } from './accounts.ts';
import { createClock } from './clock.ts';
import { createDocuments, Refusal, REFUSALS, type Write } from './documents.ts';
import { createListenStream, type ListenRequest } from './listen-stream.ts';
import { readQuery, runQuery, type StructuredQuery, type ThoughtsQuery } from './query-target.ts';
import { SIGN_IN_PAGES } from './sign-in-pages.ts';
import { createWebChannel } from './web-channel.ts';

/** Emulators take no project whose name begins with demo- for a real one. */
export const PROJECT = 'demo-thought-cloud';
const DATABASE = `projects/${PROJECT}/databases/(default)`;
const ROOT = `${DATABASE}/documents/`;

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="96" height="96"/></svg>';

/** A running stand-in for Firestore and Firebase Auth. */
export interface StandIn {
  port: number;
  /** Ends every stream, as a server that restarts does. */
  cutStreams: () => void;
  /** Refuses every query, as rules that forbid them would, or no longer. */
  refuseQueries: (refused: boolean) => void;
  /** Goes away, and comes back at the same address with what it knew. */
  stop: () => Promise<void>;
  start: () => Promise<void>;
}

/**
 * Starts a stand-in on a free port of 127.0.0.1. It speaks the part of the two services' protocols
 * that the web SDK uses for this project, and lets the project's own rules decide what may pass.
 */
export async function startStandIn(): Promise<StandIn> {
  const rules = readRules(readFileSync('firebase/firestore.rules', 'utf8'));
  const isIndexed = readIndexes(readFileSync('firebase/firestore.indexes.json', 'utf8'));
  const now = createClock();
  const documents = createDocuments(rules, ROOT);
  let areQueriesRefused = false;
  const rulesNow: Rules = {
    allows: (access) => !(areQueriesRefused && access.operation === 'list') && rules.allows(access),
  };
  const accounts = createAccounts(PROJECT);
  const channel = createWebChannel((headers, send) => {
    const token = bearer(headers.get('authorization'));
    const stream = createListenStream({ rules: rulesNow, documents, isIndexed, now, token, send });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the SDK's own messages
    return { hear: (message) => stream.hear(message as ListenRequest), close: stream.close };
  });

  const answer = (path: string, body: string, token: Token): unknown => {
    const time = now();
    switch (path) {
      case '/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp':
        return accounts.signInWithIdp(JSON.parse(body));
      case '/identitytoolkit.googleapis.com/v1/accounts:lookup':
        return accounts.lookup(JSON.parse(body));
      case '/securetoken.googleapis.com/v1/token':
        return accounts.refresh(new URLSearchParams(body));
      case `/v1/${DATABASE}/documents:batchGet`: {
        const { documents: names }: { documents: string[] } = JSON.parse(body);
        return names.map((name) => {
          const found = documents.get(name, { token, time });
          return found ? { found, readTime: time } : { missing: name, readTime: time };
        });
      }
      case `/v1/${DATABASE}/documents:runQuery`: {
        const { structuredQuery }: { structuredQuery: StructuredQuery } = JSON.parse(body);
        const query = readQuery(structuredQuery);
        const access = { operation: 'list', path: query.collection, token, time } as const;
        if (!isAccessAllowed(rules, access)) throw new Refusal('PERMISSION_DENIED');
        return runQuery(query, documents.all()).map((document) => ({ document, readTime: time }));
      }
      case `/v1/${DATABASE}/documents:commit`: {
        const { writes = [] }: { writes?: Write[] } = JSON.parse(body);
        documents.commit(writes, { token, time });
        return { commitTime: time, writeResults: writes.map(() => ({ updateTime: time })) };
      }
      default:
        throw new Refusal('NOT_FOUND');
    }
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const path = decodeURIComponent(url.pathname);
    allowEveryOrigin(request, response);
    if (request.method === 'OPTIONS') return void response.end();
    const body = await textOf(request);
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
    const [status, result] = attempt(() =>
      answer(path, body, bearer(request.headers.authorization ?? null)),
    );
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(result));
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      console.error('The stand-in failed', error);
      response.destroy();
    });
  });
  const port = await listenLocally(server);
  return {
    port,
    cutStreams: channel.cut,
    refuseQueries: (refused) => {
      areQueriesRefused = refused;
    },
    stop: () => {
      channel.cut();
      return closeServer(server);
    },
    start: async () => {
      await listenLocally(server, port);
    },
  };
}

function attempt(task: () => unknown): [status: number, body: unknown] {
  try {
    return [200, task()];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { http } = REFUSALS[error.status];
    return [http, { error: { code: http, status: error.status, message: error.message } }];
  }
}

function bearer(authorization: string | null): Token {
  const token = /^Bearer (?<token>.+)$/u.exec(authorization ?? '')?.groups?.['token'];
  return token === undefined ? null : readToken(token);
}

function allowEveryOrigin(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
  response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('access-control-allow-methods', 'GET, POST');
  const asked = request.headers['access-control-request-headers'];
  if (asked !== undefined) response.setHeader('access-control-allow-headers', asked);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString();
}

interface IndexFile {
  indexes: { collectionGroup: string; fields: { fieldPath: string; order?: string }[] }[];
}

/** Single fields are indexed by themselves; a filter with an order needs an index of its own. */
function readIndexes(text: string): (query: ThoughtsQuery) => boolean {
  const { indexes }: IndexFile = JSON.parse(text);
  const known = indexes.map(({ collectionGroup, fields }) =>
    [collectionGroup, ...fields.map(({ fieldPath, order }) => `${fieldPath} ${order}`)].join(', '),
  );
  return ({ collection, uID }) =>
    uID === null || known.includes(`${collection}, uID ASCENDING, createdAt DESCENDING`);
}
