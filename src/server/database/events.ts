import { problemCodeOf } from '#shared/problem.ts';
import { messageOf } from '#server/errors/error-message.ts';
import type { Database, Failure, People, Statement } from './database.ts';

/** Creates what a database tells its listeners. */
export function createEvents() {
  const committed = createSignal();
  const peopleChanged = createSignal<People>();
  const failed = createSignal<Failure>();
  const reportCommit = oncePerReason((reason) =>
    failed.emit({ message: 'a commit failed', reason }),
  );
  const reportRead = oncePerReason((reason) => failed.emit({ message: 'reading failed', reason }));
  let commitFailure: string | null = null;
  return {
    listeners: {
      onCommit: committed.subscribe,
      onPeopleChangedElsewhere: peopleChanged.subscribe,
      onFailure: failed.subscribe,
    },
    emitCommit: committed.emit,
    emitPeople: peopleChanged.emit,
    emitFailure: failed.emit,
    /** Why the last commit failed; null when it did not. */
    commitFailure: () => commitFailure,
    /** Takes the outcome of each commit: why it failed, or null. */
    onBatch: (failure: string | null): void => {
      commitFailure = failure;
      reportCommit(failure);
      if (failure === null) committed.emit();
    },
    /** Reads, and tells when that fails because of the database. */
    watchReads:
      (read: Database['read']): Database['read'] =>
      async <Results extends object[]>(...statements: Statement[]) => {
        try {
          const rows = await read<Results>(...statements);
          reportRead(null);
          return rows;
        } catch (error) {
          const isAway = error instanceof Error && problemCodeOf(error) === 'unavailable';
          // Without a cause too many reads wait, and nothing has failed.
          if (isAway && error.cause !== undefined) reportRead(messageOf(error.cause));
          throw error;
        }
      },
  };
}

/** Takes the outcome of each try, null when it went well; a reason is told once until one does. */
function oncePerReason(onFailure: (reason: string) => void): (failure: string | null) => void {
  let known: string | null = null;
  return (failure) => {
    if (failure !== null && failure !== known) onFailure(failure);
    known = failure;
  };
}

function createSignal<Value = void>() {
  const listeners = new Set<(value: Value) => void>();
  return {
    emit: (value: Value): void => listeners.forEach((listener) => listener(value)),
    subscribe: (listener: (value: Value) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
