import { Agent, request } from 'node:http';
import type { HostileRequest } from './hostile-requests.ts';

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
  /** How often each status was answered; 0 stands for a broken connection. */
  statuses: Readonly<Record<number, number>>;
  /** Requests that were answered 5xx, or by breaking the connection. */
  failed: readonly { status: number; hostile: HostileRequest }[];
  close: () => void;
}

const WIDTH = 8;

/** Creates a sender with connections of its own. */
export function createHostileSender({ origin, cookie }: HostileSenderOptions): HostileSender {
  const agent = new Agent({ keepAlive: true, maxSockets: WIDTH });
  const statuses: Record<number, number> = {};
  const failed: { status: number; hostile: HostileRequest }[] = [];
  const { port, host } = new URL(origin);

  const statusOf = ({ method, path, headers, body }: HostileRequest): Promise<number> =>
    new Promise((resolve) => {
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

  return {
    width: WIDTH,
    send: async (hostile) => {
      const status = await statusOf(hostile);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status === 0 || status >= 500) failed.push({ status, hostile });
    },
    statuses,
    failed,
    close: () => agent.destroy(),
  };
}
