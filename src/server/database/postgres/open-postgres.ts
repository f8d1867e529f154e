import { createLazy } from '#shared/lazy.ts';
import type { Database, Failure, People } from '#server/database/database.ts';
import { createSignal } from '#server/database/signal.ts';
import { oncePerReason } from '#server/database/once-per-reason.ts';
import { reportReadFailures } from '#server/database/report-read-failures.ts';
import { explainOpening } from './explain-opening.ts';
import { listen } from './listener.ts';
import { migrate } from './migrate.ts';
import { createPeerChanges } from './peer-changes.ts';
import { connectionTo } from './query.ts';
import { createReader } from './reader.ts';
import { createWriter } from './writer.ts';

/**
 * Opens the PostgreSQL database of an address, which other servers of the board may use as well;
 * rejects with a message for the person who started the server.
 */
export async function openPostgres(url: string): Promise<Database> {
  const committed = createSignal();
  const peopleChanged = createSignal<People>();
  const failed = createSignal<Failure>();
  const reportCommit = oncePerReason((reason) =>
    failed.emit({ message: 'a commit failed', reason }),
  );
  let commitFailure: string | null = null;

  const settings = connectionTo(url);
  const reader = createReader(settings);
  const writer = createWriter(settings, (failure) => {
    commitFailure = failure;
    reportCommit(failure);
    if (failure === null) committed.emit();
  });
  const peers = createPeerChanges({
    isOwn: (processID) => processID !== null && processID === writer.processID(),
    onChanges: committed.emit,
    onPeople: peopleChanged.emit,
    onLoss: (reason) => failed.emit({ message: 'the connection to the database was lost', reason }),
  });
  const listener = await explainOpening(url, async () => {
    await migrate(settings);
    return listen(settings, peers.events);
  });

  return {
    read: reportReadFailures(reader.read, (reason) =>
      failed.emit({ message: 'reading failed', reason }),
    ),
    write: writer.write,
    onCommit: committed.subscribe,
    onPeopleChangedElsewhere: peopleChanged.subscribe,
    onFailure: failed.subscribe,
    lastFailure: () => peers.loss() ?? commitFailure,
    close: createLazy(async () => {
      await Promise.all([listener.close(), writer.close()]);
      await reader.close();
    }),
  };
}
