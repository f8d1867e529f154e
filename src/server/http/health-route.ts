import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '#shared/problem.ts';
import { PATHS } from '#shared/wire.ts';
import type { Database } from '#server/database/database.ts';
import { summarizeError } from '#server/errors/error-message.ts';
import { VERSION } from '#server/version.ts';
import type { App } from './valibot-routes.ts';

const CACHE_TTL_MS = 1_000;
/** Milliseconds to read and write in: another process may hold the database for longer. */
const PROBE_TIMEOUT_MS = 1_000;
/** Milliseconds after which an idle board is tried for whether it takes a write. */
const WRITE_INTERVAL_MS = 30_000;

/** More than any write of ours has, so that there is room for those if there is room for this. */
const PROBE_BYTES = 24 * 1024;
const PROBE = `insert into "meta" values ('probe', ?1)
  on conflict ("key") do update set "value" = excluded."value"`;
/** Where a server of a newer version may have changed the tables beside this one. */
const READ_SCHEMA = `select (select "value" from "meta" where "key" = 'schema') as "version"`;

const OK = { status: 'ok', version: VERSION };

/** Answers a supervisor whether the server is alive, and a proxy whether it is ready for people. */
export function registerHealthRoutes(app: App, database: Database, isClosing: () => boolean): void {
  const probe = createProbe(database);
  let check: Promise<void> | null = null;
  let isReady = true;
  const refuse = (cause: unknown): never => {
    // What the database itself fails at is told by it.
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
    return Promise.race([probe(), endLate()]).then(() => void (isReady = true), refuse);
  };
  app.get(PATHS.alive, () => OK);
  app.get(PATHS.ready, async () => {
    if (isClosing()) throw new Problem('unavailable');
    check ??= checkAgain();
    await check;
    return OK;
  });
}

async function endLate(): Promise<never> {
  await sleep(PROBE_TIMEOUT_MS, null, { ref: false });
  throw new Error('The database takes too long.');
}

function createProbe(database: Database): () => Promise<void> {
  let known: string | null | undefined;
  let writtenAt = -Infinity;
  return async () => {
    const [[found]] = await database.read<[{ version: string | null }]>({ sql: READ_SCHEMA });
    if (known === undefined) known = found?.version;
    if (found?.version !== known) throw new Error('The tables are of another version.');
    const isFailing = database.lastFailure() !== null;
    if (!isFailing && performance.now() - writtenAt < WRITE_INTERVAL_MS) return;
    writtenAt = performance.now();
    const parameters = [randomBytes(PROBE_BYTES).toString('base64')];
    const written = database.write({ sql: PROBE, parameters });
    // A slow disk is no failure; one that fails is seen the next time.
    if (!isFailing) return void written.catch(() => {});
    await written;
    const reason = database.lastFailure();
    if (reason !== null) throw new Error(reason);
  };
}
