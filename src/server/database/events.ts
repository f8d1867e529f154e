import { problemCodeOf } from '#shared/problem.ts';
import { messageOf } from '#server/errors/error-message.ts';
import type { Database, Failure, People, Statement } from './database.ts';

/** Creates what a database tells its listeners. */
export function createEvents() {
  const committed = createSignal();
  const peopleChanged = createSignal<People>();
  const failed = createSignal<Failure>();
  const recovered = createSignal<number>();
  const failing = new Map<Failure['message'], string>();
  let since = 0;
  const counts = { commits: 0, writes: 0, databaseErrors: 0 };
  /** Takes how something went, null when well: an outage is told when it begins, and when all is well. */
  const report = (message: Failure['message'], reason: string | null): void => {
    if (reason === null) {
      const isOver = failing.delete(message) && failing.size === 0;
      if (isOver) recovered.emit(Math.round((performance.now() - since) / 1_000));
      return;
    }
    counts.databaseErrors += 1;
    if (failing.size === 0) {
      since = performance.now();
      failed.emit({ message, reason });
    }
    failing.set(message, reason);
  };
  return {
    listeners: {
      onCommit: committed.subscribe,
      onPeopleChangedElsewhere: peopleChanged.subscribe,
      onFailure: failed.subscribe,
      onRecovery: recovered.subscribe,
    },
    emitCommit: committed.emit,
    emitPeople: peopleChanged.emit,
    report,
    counts,
    lastFailure: () => failing.values().next().value ?? null,
    /** Takes the outcome of each commit: why it failed, or null, and how many writes it had. */
    onBatch: (failure: string | null, size: number): void => {
      report('a commit failed', failure);
      if (failure !== null) return;
      counts.commits += 1;
      counts.writes += size;
      committed.emit();
    },
    /** Reads, and tells when that fails because of the database. */
    watchReads:
      (read: Database['read']): Database['read'] =>
      async <Results extends object[]>(...statements: Statement[]) => {
        try {
          const rows = await read<Results>(...statements);
          report('reading failed', null);
          return rows;
        } catch (error) {
          const isAway = error instanceof Error && problemCodeOf(error) === 'unavailable';
          // Without a cause too many reads wait, and nothing has failed.
          if (isAway && error.cause !== undefined) report('reading failed', messageOf(error.cause));
          throw error;
        }
      },
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
