import { problemCodeOf } from '#shared/problem.ts';
import { messageOf } from '#server/errors/error-message.ts';
import type { Database, Statement } from './database.ts';
import { oncePerReason } from './once-per-reason.ts';

/**
 * Reads, and calls back when that fails for want of the database: once for each reason until a read
 * succeeds.
 */
export function reportReadFailures(
  read: Database['read'],
  onFailure: (reason: string) => void,
): Database['read'] {
  const report = oncePerReason(onFailure);
  return async <Results extends object[]>(...statements: Statement[]) => {
    try {
      const rows = await read<Results>(...statements);
      report(null);
      return rows;
    } catch (error) {
      const isAway = error instanceof Error && problemCodeOf(error) === 'unavailable';
      // Without a cause too many reads wait, and nothing has failed.
      if (isAway && error.cause !== undefined) report(messageOf(error.cause));
      throw error;
    }
  };
}
