import type { FastifyRequest } from 'fastify';
import { Problem } from '#shared/problem.ts';

const READING = new Set(['GET', 'HEAD']);

/** Refuses csrf: writes that another site's page makes a browser send. */
export function refuseCrossSiteWrites(
  publicURL: string,
): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    if (READING.has(request.method)) return;
    const { origin, 'sec-fetch-site': site } = request.headers;
    const isOwn = site === undefined ? origin === publicURL : site === 'same-origin';
    if (!isOwn) throw new Problem('forbidden');
  };
}

/** Refuses reads that another site's page makes a browser send. */
export async function refuseCrossSiteReads(request: FastifyRequest): Promise<void> {
  if (request.headers['sec-fetch-site'] === 'cross-site') throw new Problem('forbidden');
}
