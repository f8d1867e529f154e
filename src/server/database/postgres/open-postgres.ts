import type { ClientConfig } from 'pg';
import { createLazy } from '#shared/lazy.ts';
import { nameOfDatabase, type Database } from '#server/database/database.ts';
import { createEvents } from '#server/database/events.ts';
import { messageOf } from '#server/errors/error-message.ts';
import { connectionTo, withoutTimeLimits } from './connection.ts';
import { createPeerChanges, listen, type Listener } from './listener.ts';
import { isOfBoard, migrate, requireNewestVersion } from './migrate.ts';
import { createReader } from './reader.ts';
import { createWriter } from './writer.ts';

/**
 * Opens the PostgreSQL database of an address, which other servers of the board may use as well;
 * rejects with a message for the person who started the server.
 */
export function openPostgres(url: string): Promise<Database> {
  return open(url, { settings: connectionTo(url), prepare: migrate });
}

/** Opens a board's database beside the servers that use it; `openBeside` says how. */
export function openPostgresBeside(
  url: string,
  { isMade }: { isMade: boolean },
): Promise<Database> {
  // It may remove somebody with many thoughts.
  const settings = withoutTimeLimits(connectionTo(url));
  const prepare = async (): Promise<void> => {
    const isMissing = isMade && !(await isOfBoard(settings));
    await (isMissing ? migrate : requireNewestVersion)(settings);
  };
  return open(url, { settings, prepare });
}

interface Opening {
  settings: ClientConfig;
  /** Sees to the schema. */
  prepare: (settings: ClientConfig) => Promise<void>;
}

async function open(url: string, { settings, prepare }: Opening): Promise<Database> {
  const events = createEvents();
  const reader = createReader(settings);
  const writer = createWriter(settings, events.onBatch);
  const peers = createPeerChanges({
    isOwn: (processID) => processID !== null && processID === writer.processID(),
    onChanges: events.emitCommit,
    onPeople: events.emitPeople,
    onLoss: (reason) => events.report('the connection to the database was lost', reason),
  });
  const listener = await explainOpening(url, async () => {
    await prepare(settings);
    return listen(settings, peers.events);
  });
  return {
    ...events.listeners,
    read: events.watchReads(reader.read),
    snapshot: reader.snapshot,
    write: writer.write,
    figures: () => ({ ...events.counts, waiting: writer.waiting() }),
    lastFailure: () => peers.loss() ?? events.commitFailure(),
    close: createLazy(async () => {
      await Promise.all([listener.close(), writer.close()]);
      await reader.close();
    }),
  };
}

async function explainOpening(url: string, start: () => Promise<Listener>): Promise<Listener> {
  try {
    return await start();
  } catch (cause) {
    const message = `The database ${nameOfDatabase(url)} can't be used: ${messageOf(cause)}`;
    throw new Error(message, { cause });
  }
}
