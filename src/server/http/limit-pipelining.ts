import type { TrackedRequests } from './track-requests.ts';

/** Requests at once on one connection; browsers and proxies wait there for each answer. */
const PIPELINE_LIMIT = 50;

/**
 * Cuts a connection that asks on and on without taking its answers, which would all be kept for it.
 */
export function limitPipelining({ onChange }: TrackedRequests): void {
  onChange((socket, count) => {
    if (count > PIPELINE_LIMIT) socket.destroy();
  });
}
