import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EncodedPage, Encoding } from './newest-page.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Gives the newest page in the best encoding its reader takes, with its headers; null when the
 * reader has just that. Nothing may be kept on a disk, so it is for readers that still hold the page.
 */
export async function answerNewestPage(
  page: EncodedPage,
  request: FastifyRequest,
  reply: Pick<FastifyReply, 'header' | 'headers'>,
): Promise<Buffer | null> {
  const encoding = encodingFor(request.headers['accept-encoding']);
  const etag = page.etag(encoding);
  void reply.headers({ etag, vary: 'accept-encoding' });
  if (request.headers['if-none-match'] === etag) return null;
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  void reply.header('content-type', JSON_TYPE);
  return page.bytes(encoding);
}

function encodingFor(accepted: string | string[] = ''): Encoding {
  const names = new Set(String(accepted).split(/\s*,\s*/u));
  // One with a quality is not looked into: those readers are rare, and get it uncompressed.
  return names.has('br') ? 'br' : names.has('gzip') ? 'gzip' : 'identity';
}
