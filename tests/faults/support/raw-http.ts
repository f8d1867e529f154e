import { connect, type Socket } from 'node:net';

/** What came back on a raw connection. */
export interface RawAnswer {
  /** The status of each answer, in order. */
  statuses: number[];
  text: string;
  /** Whether the server closed the connection by itself. */
  closed: boolean;
}

export interface RawRequest {
  port: number;
  bytes: string | Uint8Array;
  /** Milliseconds to listen for answers at most. */
  timeout: number;
}

/** Sends bytes as they are, and listens until the server closes or the timeout. */
export function sendRaw({ port, bytes, timeout }: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve) => {
    let text = '';
    const socket = openSocket(port);
    const finish = (closed: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ statuses: statusesIn(text), text, closed });
    };
    const timer = setTimeout(() => finish(false), timeout);
    socket.setEncoding('latin1').on('data', (chunk) => (text += String(chunk)));
    socket.once('close', () => finish(true));
    socket.write(bytes);
  });
}

/** Opens a connection whose loss is no error. */
export function openSocket(port: number): Socket {
  return connect(port, '127.0.0.1').on('error', () => {});
}

function statusesIn(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.[01] (\d{3})/gu)].map((match) => Number(match[1]));
}
