import { Problem } from '#shared/problem.ts';
import { PATHS } from '#shared/wire.ts';
import type { Database } from '#server/database/database.ts';
import { VERSION } from '#server/version.ts';
import type { App } from './valibot-routes.ts';

/** A failure keeps a proxy away for this long (ms); then the next write shows whether the database works again. */
const FAILURE_MS = 10_000;

const OK = { status: 'ok', version: VERSION };

/** Tells a supervisor whether the server is alive, and a proxy whether it is ready. */
export function registerHealthRoutes(
  app: App,
  { failedAt, isHanging }: Pick<Database, 'failedAt' | 'isHanging'>,
  isOpen: () => boolean,
): void {
  app.get(PATHS.alive, () => OK);
  app.get(PATHS.ready, () => {
    const at = failedAt();
    const hasFailed = at !== null && performance.now() - at < FAILURE_MS;
    if (hasFailed || isHanging() || !isOpen()) throw new Problem('unavailable');
    return OK;
  });
}
