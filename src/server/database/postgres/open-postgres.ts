import { createLazy } from '#shared/lazy.ts';
import type { Database, Failure } from '#server/database/database.ts';
import { createSignal } from '#server/database/signal.ts';
import { explainOpening } from './explain-opening.ts';
import { listen, type ListenerEvents } from './listener.ts';
import { migrate } from './migrate.ts';
import { connectionTo } from './query.ts';
import { createReader } from './reader.ts';
import { createWriter } from './writer.ts';

/**
 * Opens the PostgreSQL database of an address, which other servers of the board may use as well;
 * rejects with a message for the person who started the server.
 */
export async function openPostgres(url: string): Promise<Database> {
  const committed = createSignal();
  const personChanged = createSignal<string | null>();
  const failed = createSignal<Failure>();
  let commitFailure: string | null = null;
  let lossOfHearing: string | null = null;

  const settings = connectionTo(url);
  const reader = createReader(settings);
  const writer = createWriter(settings, (failure) => {
    commitFailure = failure;
    if (failure === null) committed.emit();
    else failed.emit('a commit failed');
  });
  const isOwn = (processID: number | null): boolean =>
    processID !== null && processID === writer.processID();
  const assumeChanges = (): void => {
    personChanged.emit(null);
    committed.emit();
  };
  const events: ListenerEvents = {
    onChanges: (processID) => {
      if (!isOwn(processID)) committed.emit();
    },
    onPerson: (uid, processID) => {
      if (!isOwn(processID)) personChanged.emit(uid);
    },
    onLost: (reason) => {
      const isKnown = reason === lossOfHearing;
      lossOfHearing = reason;
      if (!isKnown) failed.emit('the connection to the database was lost');
      // Reading may work all the same.
      assumeChanges();
    },
    onBack: () => {
      lossOfHearing = null;
      assumeChanges();
    },
  };
  const listener = await explainOpening(url, async () => {
    await migrate(settings);
    return listen(settings, events);
  });

  return {
    read: reader.read,
    write: writer.write,
    onCommit: committed.subscribe,
    onPersonChangedElsewhere: personChanged.subscribe,
    onFailure: failed.subscribe,
    lastFailure: () => lossOfHearing ?? commitFailure,
    close: createLazy(async () => {
      await Promise.all([listener.close(), writer.close()]);
      await reader.close();
    }),
  };
}
