import { PATHS } from '#shared/wire.ts';
import { Refusal } from '#server/errors/refusal.ts';
import { addressIn, isForwarded } from './addresses.ts';
import { hookOf, type Check } from './guards.ts';
import type { Figures, Meters } from './metrics.ts';
import type { App } from './valibot-routes.ts';

function ignore(): void {}

export function createMeters(): Meters {
  return {
    countRequest: ignore,
    countRefusal: ignore,
    countLimited: ignore,
    timeDelivery: ignore,
  };
}

export interface MetricsOptions {
  allow: readonly string[];
  meters: Meters;
  figures: () => Figures;
}

export function registerMetricsRoute(app: App, { allow, meters, figures }: MetricsOptions): void {
  let metrics: Promise<{ text: () => Promise<string>; contentType: string }> | null = null;
  // The library takes as long to load as all of the server, which most boards can do without.
  const start = async () => {
    const { createMetrics } = await import('./metrics.ts');
    return createMetrics(meters, figures);
  };
  app.get(PATHS.metrics, { onRequest: hookOf(allowOnly(allow)) }, async (_request, reply) => {
    const { text, contentType } = await (metrics ??= start());
    return reply.type(contentType).send(await text());
  });
}

/** A proxy that is not trusted makes every stranger look as if they called from its own address. */
function allowOnly(allow: readonly string[]): Check {
  const isAllowed = addressIn(allow);
  return ({ ip, headers, socket }) => {
    const isHidden = isForwarded(headers) && ip === socket.remoteAddress;
    if (isHidden || !isAllowed(ip)) throw new Refusal('forbidden', 'METRICS_ALLOW leaves it out.');
  };
}
