import { Agent, request } from 'node:http';
import { validateText } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import type { HostileRequest } from './hostile-requests.ts';

/** What the server made of bad requests. */
export interface BadRequestOutcome {
  /** How often each status was answered; 0 stands for a broken connection. */
  statuses: Record<number, number>;
  /** Requests that were answered 5xx, or by breaking the connection. */
  failed: { status: number; hostile: HostileRequest }[];
  /** Requests that were accepted as a thought but hold none. */
  wronglyAccepted: HostileRequest[];
  /** The texts that were accepted under each id. */
  accepted: Map<string, string[]>;
}

export interface HostileSenderOptions {
  origin: string;
  /** Of the person in whose name requests are sent. */
  cookie: string;
}

/** Sends bad requests, and notes what becomes of them. */
export interface HostileSender {
  /** Requests that may be under way at once. */
  width: number;
  send: (hostile: HostileRequest) => Promise<void>;
  outcome: BadRequestOutcome;
  close: () => void;
}

const WIDTH = 8;

/** Creates a sender with connections of its own. */
export function createHostileSender({ origin, cookie }: HostileSenderOptions): HostileSender {
  const agent = new Agent({ keepAlive: true, maxSockets: WIDTH });
  const outcome: BadRequestOutcome = {
    statuses: {},
    failed: [],
    wronglyAccepted: [],
    accepted: new Map(),
  };
  return {
    width: WIDTH,
    send: async (hostile) => note(outcome, hostile, await send({ origin, cookie, agent }, hostile)),
    outcome,
    close: () => agent.destroy(),
  };
}

interface Route {
  origin: string;
  cookie: string;
  agent: Agent;
}

function send(route: Route, { method, path, headers, body }: HostileRequest): Promise<number> {
  const { origin, cookie, agent } = route;
  const { port, host } = new URL(origin);
  return new Promise((resolve) => {
    const sending = request({
      host: '127.0.0.1',
      port,
      agent,
      method,
      path,
      headers: { host, cookie, origin, ...headers, 'content-length': body.length },
    });
    let status = 0;
    // What is no HTTP is refused with a body, also where it asked for a head.
    sending.on('error', () => resolve(method === 'HEAD' ? status : 0));
    sending.once('response', (answer) => {
      status = answer.statusCode ?? 0;
      // A stream would never end.
      if (answer.headers['content-type'] === 'text/event-stream') answer.destroy();
      answer.on('error', () => resolve(0));
      answer.resume().once('close', () => resolve(status));
    });
    sending.end(body);
  });
}

function note(outcome: BadRequestOutcome, hostile: HostileRequest, status: number): void {
  outcome.statuses[status] = (outcome.statuses[status] ?? 0) + 1;
  if (status === 0 || status >= 500) outcome.failed.push({ status, hostile });
  if (status !== 204 || !['PUT', 'PATCH'].includes(hostile.method)) return;
  const text = thoughtIn(hostile.body);
  if (text === null) {
    outcome.wronglyAccepted.push(hostile);
    return;
  }
  const textID = hostile.path.slice(PATHS.thoughts.length + 1).split('?', 1)[0] ?? '';
  outcome.accepted.set(textID, [...(outcome.accepted.get(textID) ?? []), text]);
}

/** The text in a body that is a thought or an edit and nothing else, or null. */
function thoughtIn(body: Uint8Array): string | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    if (typeof value !== 'object' || value === null || !('text' in value)) return null;
    const { text } = value;
    const isBare = Object.keys(value).every((key) => key === 'text' || key === 'replaces');
    return isBare && typeof text === 'string' && validateText(text) === null ? text : null;
  } catch {
    return null;
  }
}

/** The ids and texts that are stored although no accepted request said so. */
export function findStrangers(
  stored: readonly { textID: string; text: string }[],
  accepted: BadRequestOutcome['accepted'],
): string[] {
  return stored
    .filter(({ textID, text }) => accepted.get(textID)?.includes(text) !== true)
    .map(({ textID, text }) => `${textID}: ${JSON.stringify(text)}`);
}
