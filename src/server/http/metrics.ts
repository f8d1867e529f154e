import { compile } from '@fastify/proxy-addr';
import { PATHS } from '#shared/wire.ts';
import type { DatabaseFigures } from '#server/database/database.ts';
import { Refusal } from '#server/errors/refusal.ts';
import { VERSION } from '#server/version.ts';
import { isForwarded } from './addresses.ts';
import { hookOf, type Check } from './guards.ts';
import type { App } from './valibot-routes.ts';

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

type Figures = DatabaseFigures & Record<'streams' | 'deliveries', number>;

export type Metrics = ReturnType<typeof createMetrics>;

/** Serves the metrics to callers from these addresses and ranges only. */
export function registerMetricsRoute(app: App, metrics: Metrics, allow: string[]): void {
  app.get(PATHS.metrics, { onRequest: hookOf(allowOnly(allow)) }, async (_request, reply) => {
    const { registry } = await metrics;
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Behind a proxy that is not trusted, everyone seems to call from the proxy's address. */
function allowOnly(allow: string[]): Check {
  const isAllowed = compile(allow);
  return ({ ip, headers, socket }) => {
    const isHidden = isForwarded(headers) && ip === socket.remoteAddress;
    if (isHidden || !isAllowed(ip, 0))
      throw new Refusal('forbidden', 'METRICS_ALLOW does not list the address.');
  };
}

/** Begins to count what the server does; `figures` are read when somebody asks. */
export async function createMetrics(figures: () => Figures) {
  // The library takes as long to load as the whole server, which does not wait for it.
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } =
    await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // These gauges are sums of others, and have the names of counters.
  for (const name of ['handles', 'requests', 'resources']) {
    registry.removeSingleMetric(`nodejs_active_${name}_total`);
  }
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `thought_cloud_${name}_total`, help, labelNames, registers });
  const figure = (name: string, help: string, read: (now: Figures) => number) => {
    const Meter = name.endsWith('_total') ? Counter : Gauge;
    return new Meter({
      name: `thought_cloud_${name}`,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read(figures()));
      },
    });
  };
  const info = { name: 'thought_cloud_info', help: 'The version.', labelNames: ['version'] };
  new Gauge({ ...info, registers }).set({ version: VERSION }, 1);
  figure('streams', 'Live streams that are open.', (now) => now.streams);
  figure('write_queue', 'Writes that wait for the database.', (now) => now.waiting);
  figure('deliveries_total', 'Batches of changes sent to a stream each.', (now) => now.deliveries);
  figure('commits_total', 'Batches of writes that were committed.', (now) => now.commits);
  figure('commit_writes_total', 'Writes in those batches.', (now) => now.writes);
  figure('database_errors_total', 'Commits and reads that failed.', (now) => now.databaseErrors);
  const requests = counter('requests', 'Answers, by route.', ['method', 'route', 'status']);
  const refusals = counter('refusals', 'Requests without permission.', ['code']);
  const delivery = new Histogram({
    name: 'thought_cloud_delivery_seconds',
    help: 'From a commit until it was sent to all streams.',
    buckets: BUCKETS,
    registers,
  });
  return { registry, requests, refusals, delivery };
}
