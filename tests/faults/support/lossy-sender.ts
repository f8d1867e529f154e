import { request } from 'node:http';
import { pause } from '#shared/backoff.ts';

/** Milliseconds between two tries. */
const RETRY_INTERVAL = 5;

/** A write, as it is sent again and again. */
export interface Write {
  method: 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: object;
}

export interface SenderOptions {
  /** Where connections go: a proxy, say. */
  port: number;
  /** The origin the pages come from. */
  origin: string;
  cookie: string;
}

/** Sends a write on a connection of its own; resolves with the status, or null when it was cut. */
function sendOnce(options: SenderOptions, write: Write): Promise<number | null> {
  const body = write.body === undefined ? '' : JSON.stringify(write.body);
  const { port, origin, cookie } = options;
  return new Promise((resolve) => {
    const sending = request(
      {
        host: '127.0.0.1',
        port,
        method: write.method,
        path: write.path,
        agent: false,
        headers: {
          host: new URL(origin).host,
          cookie,
          origin,
          ...(write.body !== undefined && { 'content-type': 'application/json' }),
          'content-length': Buffer.byteLength(body),
        },
      },
      (answer) => {
        answer.on('error', () => resolve(null));
        answer.resume().once('end', () => resolve(answer.statusCode ?? null));
      },
    );
    sending.on('error', () => resolve(null));
    sending.end(body);
  });
}

/**
 * Sends a write until an answer comes other than that nothing can be written for now; resolves with
 * its status and the number of tries.
 */
export async function sendUntilAnswered(
  options: SenderOptions,
  write: Write,
): Promise<{ status: number; tries: number }> {
  for (let tries = 1; ; tries += 1) {
    const status = await sendOnce(options, write);
    if (status !== null && status !== 503) return { status, tries };
    // A server that is down refuses at once, and would be asked thousands of times a second.
    await pause(RETRY_INTERVAL);
  }
}
