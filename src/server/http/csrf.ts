import type { Check } from './checks.ts';
import { Refusal } from '#server/errors/refusal.ts';

const READING = new Set(['GET', 'HEAD']);

/** Refuses csrf: writes that another site's page makes a browser send. */
export function refuseCrossSiteWrites(publicURL: string): Check {
  return (request) => {
    if (READING.has(request.method)) return;
    const { origin, 'sec-fetch-site': site } = request.headers;
    const isOwn = site === undefined ? origin === publicURL : site === 'same-origin';
    if (!isOwn) throw new Refusal('forbidden', 'No page of the board has sent it.');
  };
}

/** Refuses reads that another site's page makes a browser send. */
export const refuseCrossSiteReads: Check = (request) => {
  if (request.headers['sec-fetch-site'] === 'cross-site') {
    throw new Refusal('forbidden', 'Another site has sent it.');
  }
};
