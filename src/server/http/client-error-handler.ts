import type { Socket } from 'node:net';
import * as v from 'valibot';
import type { ProblemCode } from '#shared/problem.ts';

const StartedAnswer = v.object({ headersSent: v.literal(true) });

const BODY = JSON.stringify({ code: 'malformed-request' satisfies ProblemCode });
const ANSWER =
  'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: application/json\r\n' +
  `Content-Length: ${BODY.length}\r\n\r\n${BODY}`;

/**
 * Answers what is no HTTP request, or takes too long to be one, and hangs up. It must: Node leaves
 * such a connection open, see https://github.com/nodejs/node/issues/43548
 */
export function handleClientError(_error: Error, socket: Socket): void {
  if (socket.writable && !isAnswering(socket)) socket.write(ANSWER);
  socket.destroySoon();
}

/** Whether an answer to an earlier request is under way, which ours would end up in. */
function isAnswering(socket: Socket): boolean {
  // Node has no public way to the answer of a connection, and its own handler looks here too.
  const answer: unknown = Reflect.get(socket, '_httpMessage');
  return v.is(StartedAnswer, answer);
}
