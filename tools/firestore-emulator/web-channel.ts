import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { ListenRequest, ListenStream } from './listen-stream.ts';

/** A request to a stream's address: its query string and its form. */
export interface ChannelRequest {
  query: URLSearchParams;
  form: URLSearchParams;
  response: ServerResponse;
}

interface Session {
  stream: ListenStream;
  /** All messages to the client, each with its number, from 1. */
  messages: (readonly [number, unknown])[];
  back: { response: ServerResponse; sent: number } | null;
}

/** How long (ms) a stream outlives its last back channel: a page that was closed says nothing. */
const LOST_MS = 30_000;

/** A header that a client encodes in its first form, so that its browser needs no preflight. */
const AUTHORIZATION = /^authorization: *(.+)$/imu;

/**
 * The server's side of WebChannel, the protocol below Firestore's streams in browsers: clients send
 * messages as forms, and the server sends its own in one long answer, the "back channel".
 */
export function createWebChannel(
  open: (authorization: string | undefined, send: (message: object) => void) => ListenStream,
) {
  const sessions = new Map<string, Session>();

  const flush = (session: Session): void => {
    const { back } = session;
    if (back === null) return;
    const unsent = session.messages.slice(back.sent);
    if (unsent.length === 0) return;
    back.response.write(frame(unsent));
    back.sent = session.messages.length;
  };
  const begin = ({ form, response }: ChannelRequest): Session => {
    const sid = randomUUID();
    const [, authorization] = AUTHORIZATION.exec(form.get('headers') ?? '') ?? [];
    const send = (message: object): void => {
      session.messages.push([session.messages.length + 1, [message]]);
      flush(session);
    };
    const stream = open(authorization, send);
    const session: Session = { stream, messages: [], back: null };
    sessions.set(sid, session);
    response.end(frame([[0, ['c', sid, '', 8, 12, 30_000]]]));
    return session;
  };
  const end = (sid: string): void => {
    const session = sessions.get(sid);
    sessions.delete(sid);
    session?.stream.close();
    session?.back?.response.end();
  };
  const attachBack = (session: Session, sid: string, { query, response }: ChannelRequest): void => {
    // A back channel may break with messages on the way: those that the client has not acknowledged are
    // sent again.
    const back = { response, sent: Number(query.get('AID') ?? 0) };
    session.back = back;
    response.once('close', () => {
      if (session.back !== back) return;
      session.back = null;
      setTimeout(() => {
        if (session.back === null) end(sid);
      }, LOST_MS).unref();
    });
    response.flushHeaders();
    flush(session);
  };

  return {
    handle: (request: ChannelRequest): void => {
      const { query, form, response } = request;
      const sid = query.get('SID');
      const session = sid === null ? begin(request) : sessions.get(sid);
      if (sid === null) {
        for (const message of messagesOf(form)) session?.stream.receive(message);
      } else if (session === undefined) {
        response.writeHead(400).end('Unknown SID');
      } else if (query.get('TYPE') === 'terminate') {
        end(sid);
        response.end();
      } else if (query.get('RID') === 'rpc') {
        attachBack(session, sid, request);
      } else {
        for (const message of messagesOf(form)) session.stream.receive(message);
        response.end(frame([session.back === null ? 0 : 1, session.messages.length, 0]));
      }
    },
    /** Cuts every stream, as a server that stops does; clients open new ones. */
    cut: (): void => {
      for (const sid of sessions.keys()) end(sid);
    },
  };
}

function messagesOf(form: URLSearchParams): ListenRequest[] {
  const texts = Array.from({ length: Number(form.get('count')) }, (_, index) =>
    form.get(`req${index}___data__`),
  );
  return texts.map((text) => JSON.parse(text ?? ''));
}

/** A piece of an answer: its length, then JSON in ASCII, so that it does not matter how it is counted. */
function frame(value: unknown): string {
  const json = JSON.stringify(value).replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${json.length}\n${json}`;
}
