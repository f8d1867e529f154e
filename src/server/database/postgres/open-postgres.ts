import { createLazy } from '#shared/backoff.ts';
import { nameOfDatabase, type Database } from '#server/database/database.ts';
import { createEvents } from '#server/database/events.ts';
import { messageOf } from '#server/errors/error-message.ts';
import { connectionTo, withoutTimeLimits } from './connection.ts';
import { listen } from './listener.ts';
import { migrate, requireNewestVersion } from './migrate.ts';
import { createReader } from './reader.ts';
import { createWriter } from './writer.ts';

/**
 * Opens the PostgreSQL database of an address, which other servers of the board may use as well, or
 * for a command beside them, as `openBeside` says; rejects with a message for who started either.
 */
export async function openPostgres(url: string, beside?: { isMade: boolean }): Promise<Database> {
  // A command may remove somebody with many thoughts.
  const settings = beside ? withoutTimeLimits(connectionTo(url)) : connectionTo(url);
  const events = createEvents();
  const reader = createReader(settings);
  const writer = createWriter(settings, events.onBatch);
  const listener = await explainOpening(url, async () => {
    await (beside ? requireNewestVersion(settings, beside) : migrate(settings));
    return listen(settings, {
      ownProcessID: writer.processID,
      onChanges: events.emitCommit,
      onPeople: events.emitPeople,
      onLoss: (reason) => events.report('the connection to the database was lost', reason),
    });
  });
  return {
    ...events.listeners,
    read: events.watchReads(reader.read),
    snapshot: reader.snapshot,
    write: writer.write,
    figures: () => ({ ...events.counts, waiting: writer.waiting() }),
    lastFailure: events.lastFailure,
    close: createLazy(async () => {
      await Promise.all([listener.close(), writer.close()]);
      await reader.close();
    }),
  };
}

async function explainOpening<Result>(url: string, start: () => Promise<Result>): Promise<Result> {
  try {
    return await start();
  } catch (cause) {
    const message = `The database ${nameOfDatabase(url)} can't be used: ${messageOf(cause)}`;
    throw new Error(message, { cause });
  }
}
