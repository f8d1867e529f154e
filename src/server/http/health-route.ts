import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { Problem } from '#shared/problem.ts';
import { PATHS } from '#shared/wire.ts';
import type { Database } from '#server/database/database.ts';
import { summarizeError } from '#server/errors/summarize-error.ts';
import { problemResponses, type App } from './valibot-routes.ts';

/** Milliseconds for which an answer is given again without another look. */
const CACHE_TTL_MS = 1_000;

/** Milliseconds to read and write in: another process may hold the database for longer. */
const PROBE_TIMEOUT_MS = 1_000;

/** More than any write of ours has, so that there is room for those if there is room for this. */
const PROBE_BYTES = 24 * 1024;
const PROBE = `insert into "meta" values ('probe', ?1)
  on conflict ("key") do update set "value" = excluded."value"`;

const Health = v.object({ status: v.literal('ok') });

/** Answers a supervisor whether the server can do its work: read, and write if it could not last time. */
export function registerHealthRoute(app: App, database: Database): void {
  let check: Promise<void> | null = null;
  const checkAgain = (): Promise<void> => {
    setTimeout(() => {
      check = null;
    }, CACHE_TTL_MS).unref();
    return checkDatabase(database).catch((cause: unknown) => {
      app.log.error({ reason: summarizeError(cause) }, 'the database does not work');
      throw new Problem('unavailable', { cause });
    });
  };

  app.get(
    PATHS.health,
    { schema: { response: { 200: Health, ...problemResponses } } },
    async () => {
      check ??= checkAgain();
      await check;
      return { status: 'ok' as const };
    },
  );
}

async function checkDatabase(database: Database): Promise<void> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => timeout.reject(new Error('The database takes too long.')),
    PROBE_TIMEOUT_MS,
  );
  try {
    await Promise.race([probe(database), timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function probe(database: Database): Promise<void> {
  await database.read({ sql: 'select 1 from "users" limit 1' });
  // It may be well again, and nobody has written since.
  if (database.lastFailure() === null) return;
  const parameters = [randomBytes(PROBE_BYTES).toString('base64')];
  await database.write({ sql: PROBE, parameters });
  const reason = database.lastFailure();
  if (reason !== null) throw new Error(reason);
}
