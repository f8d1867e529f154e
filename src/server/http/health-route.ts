import * as v from 'valibot';
import { Problem } from '#shared/problem.ts';
import { PATHS } from '#shared/wire.ts';
import type { Database } from '#server/database/schema.ts';
import { problemResponses, type App } from './valibot-routes.ts';

const Health = v.object({ status: v.literal('ok') });

/** Tells a supervisor whether the server can do its work. */
export function registerHealthRoute(app: App, database: Database): void {
  app.get(
    PATHS.health,
    { schema: { response: { 200: Health, ...problemResponses } } },
    async () => {
      await database
        .selectFrom('users')
        .select('uid')
        .limit(1)
        .execute()
        .catch((cause: unknown) => {
          throw new Problem('unavailable', { cause });
        });
      return { status: 'ok' as const };
    },
  );
}
