import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EncodedPage, Encoding } from './newest-page.ts';

const NOTHING = new Uint8Array();

/** Answers with the newest page in the best encoding its reader takes, or 304 if it has that. */
export async function answerNewestPage(
  page: EncodedPage,
  request: FastifyRequest,
  reply: Pick<FastifyReply, 'code' | 'header' | 'headers'>,
): Promise<Uint8Array> {
  const encoding = encodingFor(request.headers['accept-encoding']);
  const etag = page.etag(encoding);
  void reply.headers({ etag, vary: 'accept-encoding' });
  if (request.headers['if-none-match'] === etag) {
    void reply.code(304);
    return NOTHING;
  }
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  void reply.header('content-type', 'application/json; charset=utf-8');
  return page.bytes(encoding);
}

function encodingFor(accepted: string | string[] = ''): Encoding {
  const names = new Set(String(accepted).split(/\s*,\s*/u));
  // One with a quality is not looked into: those readers are rare, and get it uncompressed.
  return names.has('br') ? 'br' : names.has('gzip') ? 'gzip' : 'identity';
}
