import type { Check } from '#server/http/checks.ts';
import { isLoopbackAddress, isLoopbackName } from '#server/http/loopback.ts';
import { Refusal } from '#server/errors/refusal.ts';

const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/**
 * Creates the check that refuses requests from anywhere but this computer. A proxy here would make
 * everyone look local, so its headers refuse too, and so does any host but the one that people
 * open: a name that another site points at us, or the one that a proxy sends by default.
 */
export function requireLoopback(publicURL: string): Check {
  const { host: home, hostname } = new URL(publicURL);
  return ({ headers, socket }) => {
    const isHere =
      isLoopbackAddress(String(socket.remoteAddress)) &&
      headers.host === home &&
      isLoopbackName(hostname) &&
      FORWARDING.every((name) => headers[name] === undefined);
    if (!isHere) throw new Refusal('forbidden', 'Local accounts are for this computer alone.');
  };
}
