import type { FastifyReply } from 'fastify';

/** A body, and its form in Brotli, which every browser of today accepts over https. */
export interface Encoded {
  identity: Buffer;
  br: Buffer | null;
}

/** An accepted encoding; with a quality of 0 it is refused. */
const BROTLI = /(?:^|,)\s*br\s*(?:;(?!\s*q=0(?:\.0*)?\s*(?:,|$))|,|$)/iu;

/** Sends a body in Brotli to whoever accepts it. */
export function sendEncoded(reply: FastifyReply, { identity, br }: Encoded): FastifyReply {
  void reply.header('vary', 'accept-encoding');
  const accepted = reply.request.headers['accept-encoding'] ?? '';
  if (br === null || !BROTLI.test(accepted)) return reply.send(identity);
  return reply.header('content-encoding', 'br').send(br);
}
