import type { Socket } from 'node:net';
import type { ProblemCode } from '#shared/problem.ts';

const BODY = JSON.stringify({ code: 'malformed-request' satisfies ProblemCode });

/** Answers what is no HTTP request at all, and hangs up. */
export function handleClientError(_error: Error, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(
    'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: application/json\r\n' +
      `Content-Length: ${BODY.length}\r\n\r\n${BODY}`,
  );
}
