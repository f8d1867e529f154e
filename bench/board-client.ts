import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { newTextID } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import { cookieName } from '#server/auth/private-cookie.ts';

/** A signed-in person without a browser, on connections of their own. */
export interface BoardClient {
  /** Adds a thought; resolves when the server has acknowledged it. */
  add: (textID?: string) => Promise<void>;
  /** Asks who is signed in: a request that writes nothing. */
  ask: () => Promise<void>;
  /** Opens an event stream; `onText` gets what arrives, as it arrives. */
  listen: (onText: (text: string) => void) => Promise<void>;
  close: () => void;
}

/** Creates the client of the session that a token opens. */
export function createBoardClient(origin: string, token: string): BoardClient {
  const agent = new Agent({ keepAlive: true });
  const body = JSON.stringify({ text: 'A thought that is measured on its way' });
  const headers = { cookie: `${cookieName('session', origin)}=${token}`, origin };
  const streams: IncomingMessage[] = [];

  return {
    add: async (textID = newTextID()) => {
      const sending = request(`${origin}${PATHS.thoughts}/${textID}`, {
        agent,
        method: 'PUT',
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      });
      sending.end(body);
      await drain(await answerTo(sending, 204));
    },
    ask: async () => {
      const sending = request(`${origin}${PATHS.session}`, { agent, headers });
      sending.end();
      await drain(await answerTo(sending, 200));
    },
    listen: async (onText) => {
      const sending = request(`${origin}${PATHS.live}`, { agent: false, headers });
      sending.end();
      const stream = await answerTo(sending, 200);
      streams.push(stream);
      stream.setEncoding('utf8');
      stream.on('data', onText);
      // Until `ready` has come, the server need not know of this reader.
      await once(stream, 'data');
    },
    close: () => {
      for (const stream of streams) stream.destroy();
      agent.destroy();
    },
  };
}

async function answerTo(sending: NodeJS.EventEmitter, status: number): Promise<IncomingMessage> {
  const [answer]: IncomingMessage[] = await once(sending, 'response');
  if (answer?.statusCode !== status) throw new Error(`The server answered ${answer?.statusCode}.`);
  return answer;
}

async function drain(answer: IncomingMessage): Promise<void> {
  answer.resume();
  await once(answer, 'end');
}
