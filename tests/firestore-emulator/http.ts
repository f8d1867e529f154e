import type { IncomingMessage, ServerResponse } from 'node:http';
import { OWNER, type Caller } from './access.ts';
import { readToken } from './accounts.ts';
import { Refusal, REFUSALS } from './refusal.ts';

/** Lets pages of every origin call, as Google's services do. */
export function allowEveryOrigin(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
  response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('access-control-allow-methods', 'GET, POST');
  const wanted = request.headers['access-control-request-headers'];
  if (wanted !== undefined) response.setHeader('access-control-allow-headers', wanted);
}

/** The claims of the token in an Authorization header, or null without one. */
export function readBearer(authorization: string | null | undefined): Caller {
  const token = /^Bearer (?<token>.+)$/u.exec(authorization ?? '')?.groups?.['token'];
  if (token === OWNER) return OWNER;
  return token === undefined ? null : readToken(token);
}

/** The whole body of a request. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString();
}

/** Answers with a task's result in JSON, or with its refusal as Google's services word it. */
export function answerInJson(response: ServerResponse, task: () => unknown): void {
  const [status, body] = resultOf(task);
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function resultOf(task: () => unknown): [status: number, body: unknown] {
  try {
    return [200, task()];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { http } = REFUSALS[error.status];
    return [http, { error: { code: http, status: error.status, message: error.message } }];
  }
}
