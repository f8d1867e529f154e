import type { ClientConfig } from 'pg';
import type { Database, Statement } from '#server/database/database.ts';
import { nameOfDatabase } from '#server/database/database-name.ts';
import { explainAnswer } from '#server/database/explain-answer.ts';
import type { OperatorDatabase } from '#server/database/operator-database.ts';
import { typed } from '#server/database/typed-rows.ts';
import { withClient } from './connection.ts';
import { explainOpening } from './explain-opening.ts';
import { isOfBoard, requireNewestVersion } from './migrate.ts';
import { explainRefusal } from './postgres-error.ts';
import { BEGIN_SNAPSHOT, connectionTo, queryTogether, withoutTimeLimits } from './query.ts';
import { createReader } from './reader.ts';
import { createWriter } from './writer.ts';

/** Opens a board's PostgreSQL database beside the servers that use it. */
export async function openPostgresForOperator(url: string): Promise<OperatorDatabase> {
  // It may remove somebody with many thoughts.
  const settings = withoutTimeLimits(connectionTo(url));
  await explainOpening(url, () => requireNewestVersion(settings));
  const reader = createReader(settings);
  const writer = createWriter(settings, () => {});
  return {
    read: <Results extends object[]>(...statements: Statement[]) =>
      explainAnswer(nameOfDatabase(url), reader.read<Results>(...statements)),
    snapshot: (task) => explainAnswer(nameOfDatabase(url), withSnapshot(settings, task)),
    write: <Results extends object[]>(...statements: Statement[]) =>
      explainAnswer(nameOfDatabase(url), writer.write<Results>(...statements)),
    // What becomes of deleted rows, of the log and of copies is up to the database.
    eraseDeleted: () => null,
    close: async () => {
      await writer.close();
      await reader.close();
    },
  };
}

/** Whether a board is in the database of an address, of whatever version. */
export function hasTables(url: string): Promise<boolean> {
  return explainOpening(url, () => isOfBoard(connectionTo(url)));
}

function withSnapshot<Result>(
  settings: ClientConfig,
  task: (read: Database['read']) => Promise<Result>,
): Promise<Result> {
  return withClient(settings, async (client) => {
    await queryTogether(client, [BEGIN_SNAPSHOT]);
    return task(async <Results extends object[]>(...statements: Statement[]) => {
      try {
        return typed<Results>(await queryTogether(client, statements));
      } catch (error) {
        throw explainRefusal(error);
      }
    });
  });
}
