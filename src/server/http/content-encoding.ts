import type { FastifyReply } from 'fastify';

/** A body, and its form in Brotli, which every browser of today accepts over https. */
export interface Encoded {
  identity: Buffer;
  br: Buffer | null;
}

export function sendEncoded(reply: FastifyReply, { identity, br }: Encoded): FastifyReply {
  void reply.header('vary', 'accept-encoding');
  const accepted = reply.request.headers['accept-encoding'] ?? '';
  if (br === null || !accepted.includes('br')) return reply.send(identity);
  return reply.header('content-encoding', 'br').send(br);
}
