import type { FastifyRequest } from 'fastify';
import { Problem } from '#shared/problem.ts';
import { hostnameOf, isLoopbackAddress, isLoopbackName } from '#server/http/loopback.ts';

const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/**
 * Refuses requests from anywhere but this computer. A proxy here would make everyone look local, so
 * its headers refuse too; the host's name keeps out pages that point a name of theirs at us.
 */
export async function requireLoopback({ headers, socket }: FastifyRequest): Promise<void> {
  const isHere =
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    isLoopbackName(hostnameOf(headers.host) ?? '') &&
    FORWARDING.every((name) => headers[name] === undefined);
  if (!isHere) throw new Problem('forbidden');
}
