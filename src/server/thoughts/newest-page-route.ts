import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, encodingHeaders } from '#server/http/content-encoding.ts';
import type { EncodedPage } from './newest-page.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Gives the newest page in the best encoding its reader takes, with its headers. */
export async function answerNewestPage(
  page: EncodedPage,
  request: FastifyRequest,
  reply: Pick<FastifyReply, 'headers'>,
): Promise<Buffer> {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const bytes = await page(encoding);
  void reply.headers({ ...encodingHeaders(encoding), 'content-type': JSON_TYPE });
  return bytes;
}
