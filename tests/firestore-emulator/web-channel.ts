import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';

/** One client's stream, as the layer above sees it. */
export interface Peer {
  receive: (message: unknown) => void;
  close: () => void;
}

/** A request on a stream's address: its query string and its form. */
export interface ChannelRequest {
  query: URLSearchParams;
  form: URLSearchParams;
  response: ServerResponse;
}

interface Session {
  peer: Peer;
  /** Messages the client has not acknowledged, each with its number. */
  unacknowledged: (readonly [number, unknown])[];
  count: number;
  back: { response: ServerResponse; sent: number } | null;
}

export interface WebChannel {
  handle: (request: ChannelRequest) => void;
  /** Cuts every stream, as a server that stops does; clients open new ones. */
  cut: () => void;
}

/**
 * The server's side of WebChannel, the protocol under Firestore's streams in browsers: a client's
 * messages come as forms, the server's go out on one long answer, the "back channel".
 */
export function createWebChannel(
  open: (headers: URLSearchParams, send: (message: unknown) => void) => Peer,
): WebChannel {
  const sessions = new Map<string, Session>();

  const flush = (session: Session): void => {
    const { back } = session;
    if (back === null) return;
    const unsent = session.unacknowledged.filter(([number]) => number > back.sent);
    if (unsent.length === 0) return;
    back.response.write(frame(unsent));
    back.sent = session.count;
  };
  const begin = ({ form, response }: ChannelRequest): Session => {
    const sid = randomUUID();
    const send = (message: unknown): void => {
      session.count += 1;
      session.unacknowledged.push([session.count, [message]]);
      flush(session);
    };
    const peer = open(new URLSearchParams(headersOf(form)), send);
    const session: Session = { peer, unacknowledged: [], count: 0, back: null };
    sessions.set(sid, session);
    response.end(frame([[0, ['c', sid, '', 8, 12, 30_000]]]));
    return session;
  };
  const end = (sid: string): void => {
    const session = sessions.get(sid);
    sessions.delete(sid);
    session?.peer.close();
    session?.back?.response.end();
  };
  const attachBack = (session: Session, { query, response }: ChannelRequest): void => {
    session.back?.response.end();
    // A back channel may have broken with messages on the way: what the client has not
    // acknowledged is sent again.
    const received = Number(query.get('AID') ?? 0);
    session.unacknowledged = session.unacknowledged.filter(([number]) => number > received);
    const back = { response, sent: received };
    session.back = back;
    response.once('close', () => {
      if (session.back === back) session.back = null;
    });
    response.flushHeaders();
    flush(session);
  };

  return {
    handle: (request) => {
      const { query, form, response } = request;
      const sid = query.get('SID');
      if (sid === null) {
        const session = begin(request);
        for (const message of messagesOf(form)) session.peer.receive(message);
        return;
      }
      const session = sessions.get(sid);
      if (session === undefined) {
        response.writeHead(400).end('Unknown SID');
      } else if (query.get('TYPE') === 'terminate') {
        end(sid);
        response.end();
      } else if (query.get('RID') === 'rpc') {
        attachBack(session, request);
      } else {
        for (const message of messagesOf(form)) session.peer.receive(message);
        response.end(frame([session.back === null ? 0 : 1, session.count, 0]));
      }
    },
    cut: () => {
      for (const sid of sessions.keys()) end(sid);
    },
  };
}

/** The headers a client encodes in its first form, so that its browser need not ask before. */
function headersOf(form: URLSearchParams): string[][] {
  return (form.get('headers') ?? '')
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    });
}

function messagesOf(form: URLSearchParams): unknown[] {
  const first = Number(form.get('ofs') ?? 0);
  const count = Number(form.get('count') ?? 0);
  return Array.from({ length: count }, (_, index) => {
    const message: unknown = JSON.parse(form.get(`req${index}___data__`) ?? 'null');
    if (message === null) throw new Error(`Message ${first + index} is missing`);
    return message;
  });
}

/** A piece of an answer: its length, then JSON in ASCII, so that every way of counting agrees. */
function frame(value: unknown): string {
  const json = JSON.stringify(value).replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${json.length}\n${json}`;
}
