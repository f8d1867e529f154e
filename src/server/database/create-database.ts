import { createLazy } from '#shared/backoff.ts';
import { Problem } from '#shared/problem.ts';
import { messageOf } from '#server/errors/error-message.ts';
import type { Database, Failure, People, Row, RowsOf, Statement } from './database.ts';

/** Reads, and writes, that may wait at once; who comes after them tries again later. */
export const WAITING_LIMIT = 5_000;
/** Most writes of one commit: it has to end within the time of a statement. */
const BATCH_LIMIT = 500;

/** What became of a write: the rows of its statements, or why it was refused. */
export type Outcome = Row[][] | string;

export type Query = (statements: Statement[]) => Row[][] | Promise<Row[][]>;

/** What a kind of database does in its own way. */
export interface Driver {
  /** Runs statements as of one commit. */
  query: Query;
  /** Runs a task all of whose statements see the same commit. */
  snapshot: <Result>(task: (query: Query) => Promise<Result>) => Promise<Result>;
  /** Makes one commit of writes, of which each is atomic; rejects when all of them have failed. */
  commit: (writes: Statement[][]) => Promise<Outcome[]>;
  /** Whether an error blames the machine, the connection or others, and not the statement. */
  isTransient: (error: unknown) => boolean;
  close: () => Promise<void>;
}

export type DatabaseEvents = ReturnType<typeof createEvents>;

/** Creates the database of a driver, with the events that the driver itself tells of others. */
export function createDatabase(driver: Driver, events: DatabaseEvents): Database {
  const queue = createWriteQueue(driver, events);
  const readBy =
    (query: Query): Database['read'] =>
    async <Results extends object[]>(...statements: Statement[]) => {
      try {
        const rows = await query(statements);
        events.report('reading failed', null);
        return typed<Results>(rows);
      } catch (cause) {
        // Too many reads wait, and nothing has failed.
        if (cause instanceof Problem) throw cause;
        if (!driver.isTransient(cause)) throw refusedBecause(messageOf(cause));
        events.report('reading failed', messageOf(cause));
        throw new Problem('unavailable', { cause });
      }
    };
  return {
    ...events.listeners,
    read: readBy(driver.query),
    snapshot: (task) => driver.snapshot((query) => task(readBy(query))),
    write: queue.write,
    figures: () => ({ ...events.counts, waiting: queue.waiting() }),
    lastFailure: events.lastFailure,
    close: queue.close,
  };
}

/** Creates what writes: what comes while a commit is under way shares the next. */
function createWriteQueue({ commit, close }: Driver, events: DatabaseEvents) {
  const waiting: { statements: Statement[]; result: PromiseWithResolvers<Row[][]> }[] = [];
  let working: Promise<void> | null = null;
  let isClosed = false;

  const commitNext = async (): Promise<void> => {
    const batch = waiting.splice(0, BATCH_LIMIT);
    try {
      const outcomes = await commit(batch.map(({ statements }) => statements));
      for (const [index, { result }] of batch.entries()) {
        const outcome = outcomes[index] ?? [];
        if (typeof outcome === 'string') result.reject(refusedBecause(outcome));
        else result.resolve(outcome);
      }
      events.countCommit(batch.length);
    } catch (cause) {
      // What a lock or the disk is to blame for may work later.
      for (const { result } of batch) result.reject(new Problem('unavailable', { cause }));
      events.report('a commit failed', messageOf(cause));
    }
  };
  const work = async (): Promise<void> => {
    while (waiting.length > 0) await commitNext();
    working = null;
  };

  return {
    write: async <Results extends object[] = Row[]>(...statements: Statement[]) => {
      if (isClosed) throw new Error('The database is closed.');
      if (waiting.length >= WAITING_LIMIT) throw new Problem('unavailable');
      const result = Promise.withResolvers<Row[][]>();
      waiting.push({ statements, result });
      // What comes in one turn of the event loop is one commit.
      working ??= new Promise(setImmediate).then(work);
      return typed<Results>(await result.promise);
    },
    waiting: () => waiting.length,
    close: createLazy(async () => {
      isClosed = true;
      await working;
      await close();
    }),
  };
}

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
    countCommit: (writes: number): void => {
      report('a commit failed', null);
      counts.commits += 1;
      counts.writes += writes;
      committed.emit();
    },
  };
}

function createSignal<Value = void>() {
  const listeners: ((value: Value) => void)[] = [];
  return {
    emit: (value: Value): void => listeners.forEach((listener) => listener(value)),
    subscribe: (listener: (value: Value) => void): void => void listeners.push(listener),
  };
}

/** The edge of a driver: rows are what the statements and the migrations make them. */
function typed<Results extends object[]>(rows: readonly Row[][]): RowsOf<Results> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return rows as RowsOf<Results>;
}

function refusedBecause(reason: string): Error {
  return new Error(`The database refused: ${reason}`);
}
