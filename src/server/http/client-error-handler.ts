import type { Socket } from 'node:net';
import * as v from 'valibot';
import type { ProblemCode } from '#shared/problem.ts';

const StartedAnswer = v.object({ headersSent: v.literal(true) });

const BODY = JSON.stringify({ code: 'malformed-request' satisfies ProblemCode });

/**
 * Creates what answers what is no HTTP request, or takes too long to be one, and hangs up. It must:
 * Node leaves such a connection open, see https://github.com/nodejs/node/issues/43548
 */
export function createClientErrorHandler(
  headers: Readonly<Record<string, string>>,
): (error: Error & { rawPacket?: unknown }, socket: Socket) => void {
  const head = encodeHead({
    ...headers,
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(BODY.length),
  });
  return ({ rawPacket }, socket) => {
    // What asked for no body takes one for the beginning of something else.
    const isHead = Buffer.isBuffer(rawPacket) && rawPacket.toString('latin1', 0, 5) === 'HEAD ';
    if (socket.writable && !isAnswering(socket)) socket.write(isHead ? head : head + BODY);
    socket.destroySoon();
  };
}

function encodeHead(headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 400 Bad Request\r\n${lines.join('')}\r\n`;
}

/** Whether an answer to an earlier request is under way, which ours would end up in. */
function isAnswering(socket: Socket): boolean {
  // Node has no public way to the answer of a connection, and its own handler looks here too.
  const answer: unknown = Reflect.get(socket, '_httpMessage');
  return v.is(StartedAnswer, answer);
}
