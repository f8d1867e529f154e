import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EncodedPage, Encoding } from './newest-page.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Gives the newest page in the best encoding its reader takes, with its headers. */
export async function answerNewestPage(
  page: EncodedPage,
  request: FastifyRequest,
  reply: Pick<FastifyReply, 'header' | 'headers'>,
): Promise<Buffer> {
  const encoding = encodingFor(request.headers['accept-encoding']);
  const bytes = await page(encoding);
  void reply.headers({ vary: 'accept-encoding', 'content-type': JSON_TYPE });
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return bytes;
}

function encodingFor(accepted: string | string[] = ''): Encoding {
  const names = new Set(String(accepted).split(/\s*,\s*/u));
  // One with a quality is not looked into: those readers are rare, and get it uncompressed.
  return names.has('br') ? 'br' : names.has('gzip') ? 'gzip' : 'identity';
}
