import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '#shared/problem.ts';
import { PATHS } from '#shared/wire.ts';
import type { Database } from '#server/database/database.ts';
import { summarizeError } from '#server/errors/error-message.ts';
import { VERSION } from '#server/version.ts';
import type { App } from './valibot-routes.ts';

const CACHE_TTL_MS = 1_000;
/** A probe gives up after this long: another process may hold the database for longer. */
const PROBE_TIMEOUT_MS = 1_000;
/** A failed commit keeps a proxy away for this long (ms); then the next write shows whether it works again. */
const FAILED_COMMIT_MS = 10_000;

/** On PostgreSQL, a newer server may have migrated the tables since this one started. */
const READ_SCHEMA = `select (select "value" from "meta" where "key" = 'schema') as "version"`;

const OK = { status: 'ok', version: VERSION };

/** Tells a supervisor whether the server is alive, and a proxy whether it is ready. */
export function registerHealthRoutes(app: App, database: Database, isOpen: () => boolean): void {
  const probe = createProbe(database);
  let check: Promise<void> | null = null;
  let isReady = true;
  const refuse = (cause: unknown): never => {
    // The database reports its own failures.
    const isKnown = cause instanceof Problem || database.lastFailure() !== null;
    if (isReady && !isKnown) {
      app.log.error({ reason: summarizeError(cause) }, 'the server is not ready');
      isReady = false;
    }
    throw new Problem('unavailable', { cause });
  };
  const checkAgain = (): Promise<void> => {
    setTimeout(() => {
      check = null;
    }, CACHE_TTL_MS).unref();
    return Promise.race([probe(), rejectLate()]).then(() => void (isReady = true), refuse);
  };
  app.get(PATHS.alive, () => OK);
  app.get(PATHS.ready, async () => {
    if (!isOpen()) throw new Problem('unavailable');
    check ??= checkAgain();
    await check;
    return OK;
  });
}

async function rejectLate(): Promise<never> {
  await sleep(PROBE_TIMEOUT_MS, null, { ref: false });
  throw new Error('The database did not answer in time.');
}

function createProbe(database: Database): () => Promise<void> {
  let known: string | null | undefined;
  return async () => {
    const [[found]] = await database.read<[{ version: string | null }]>({ sql: READ_SCHEMA });
    if (known === undefined) known = found?.version;
    if (found?.version !== known) throw new Error('The tables are of another version.');
    const failure = database.lastFailure();
    const isRecent = failure !== null && performance.now() - failure.at < FAILED_COMMIT_MS;
    if (isRecent) throw new Error(failure.reason);
  };
}
