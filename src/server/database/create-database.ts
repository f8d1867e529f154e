import { EventEmitter } from 'node:events';
import { createLazy } from '#shared/lazy.ts';
import { Problem } from '#shared/problem.ts';
import { messageOf } from '#server/errors/error-message.ts';
import type { Database, DatabaseEvents, Failure, Row, RowsOf, Statement } from './database.ts';
import { headOf, SELECT_HEAD, type LogHead } from './log-head.ts';

/** Most reads, and most writes, that may wait; further ones are refused as `unavailable`. */
export const WAITING_LIMIT = 5_000;
/** Most writes in one commit, which has to end before a statement's timeout. */
const BATCH_LIMIT = 500;
/** Milliseconds after which a commit that has not ended counts as hanging. */
const HANGING_MS = 2_000;

/** The rows of a write's statements, or why it was refused. */
export type Outcome = Row[][] | string;

/** Runs statements, and gives the rows of each; rejects with the database's own error. */
export type Query = (statements: Statement[]) => Row[][] | Promise<Row[][]>;

/** What differs between SQLite and PostgreSQL. */
export interface Driver {
  /** Runs statements that all see the same commit. */
  query: Query;
  /** Runs a task all of whose queries see the same commit. */
  snapshot: <Result>(task: (query: Query) => Promise<Result>) => Promise<Result>;
  /** Commits writes together, each of them atomic; rejects when all of them have failed. */
  commit: (writes: Statement[][]) => Promise<Outcome[]>;
  /** Whether it takes writes during a commit too, and commits all of them together right after it. */
  takesWritesEarly: boolean;
  /** Whether the machine, the connection or another process is at fault, and not the statement. */
  isTransient: (error: unknown) => boolean;
  /** Called once, when no write is waiting. */
  close: () => Promise<void>;
}

type Monitor = ReturnType<typeof createMonitor>;

/** Makes a database of a driver: batches writes, watches for outages, and tells refused statements from failures. */
export function createDatabase(driver: Driver): Database {
  const monitor = createMonitor();
  const { commit, isHanging } = timeCommits(driver.commit);
  const queue = createWriteQueue({ ...driver, commit }, monitor);
  const readBy =
    (query: Query): Database['read'] =>
    async <Results extends object[]>(...statements: Statement[]) => {
      try {
        const rows = await query(statements);
        monitor.report('reading failed', null);
        return typed<Results>(rows);
      } catch (cause) {
        // Too many reads are waiting, but nothing has failed.
        if (cause instanceof Problem) throw cause;
        if (!driver.isTransient(cause)) throw refusedBecause(messageOf(cause));
        // What still reads when the database closes has not found it failing.
        if (!queue.isClosed()) monitor.report('reading failed', messageOf(cause));
        throw new Problem('unavailable', { cause });
      }
    };
  return {
    events: monitor.events,
    read: readBy(driver.query),
    snapshot: (task) => driver.snapshot((query) => task(readBy(query))),
    write: queue.write,
    position: queue.position,
    figures: () => ({ ...monitor.counts, waiting: queue.waiting() }),
    isHanging,
    failedAt: monitor.failedAt,
    close: queue.close,
  };
}

/** Queues writes: those that arrive during a commit share the next one. */
function createWriteQueue({ commit, takesWritesEarly, close }: Driver, monitor: Monitor) {
  const waiting: { statements: Statement[]; result: PromiseWithResolvers<Row[][]> }[] = [];
  let working: Promise<void> | null = null;
  let unsettled = 0;
  let position = '';
  let isClosed = false;

  const commitNext = async (): Promise<void> => {
    const batch = waiting.splice(0, BATCH_LIMIT);
    try {
      const writes = batch.map(({ statements }) => statements);
      // Read once for all of them, within their commit.
      const outcomes = await commit([...writes, [SELECT_HEAD]]);
      const head = outcomes[batch.length];
      if (typeof head === 'object') position = headOf(typed<[LogHead]>(head)[0]).position;
      monitor.report('a commit failed', null);
      monitor.counts.commits += 1;
      monitor.counts.writes += batch.length;
      monitor.events.emit('commit');
      for (const [index, { result }] of batch.entries()) {
        const outcome = outcomes[index] ?? [];
        if (typeof outcome === 'string') result.reject(refusedBecause(outcome));
        else result.resolve(outcome);
      }
    } catch (cause) {
      monitor.report('a commit failed', messageOf(cause));
      // If a lock or the disk is at fault, a later try may succeed.
      for (const { result } of batch) result.reject(new Problem('unavailable', { cause }));
    }
    unsettled -= batch.length;
  };
  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      const committing = commitNext();
      if (!takesWritesEarly) await committing;
    }
    working = null;
  };

  return {
    write: async <Results extends object[] = Row[]>(...statements: Statement[]) => {
      if (isClosed) throw new Error('The database is closed.');
      if (unsettled >= WAITING_LIMIT) throw new Problem('unavailable');
      const result = Promise.withResolvers<Row[][]>();
      waiting.push({ statements, result });
      unsettled += 1;
      // Writes from one turn of the event loop share a commit.
      working ??= new Promise(setImmediate).then(work);
      return typed<Results>(await result.promise);
    },
    position: () => position,
    waiting: () => unsettled,
    isClosed: () => isClosed,
    close: createLazy(async () => {
      isClosed = true;
      await working;
      await close();
    }),
  };
}

/** Tells whether a commit hangs. */
function timeCommits(commit: Driver['commit']) {
  /** When (`performance.now()`) those under way began. */
  const began = new Set<{ at: number }>();
  return {
    commit: (writes: Statement[][]): Promise<Outcome[]> => {
      const own = { at: performance.now() };
      began.add(own);
      return commit(writes).finally(() => began.delete(own));
    },
    isHanging: (): boolean => began.values().some(({ at }) => performance.now() - at > HANGING_MS),
  };
}

/** Creates what counts commits and errors, and announces when an outage begins and ends. */
export function createMonitor() {
  const events: DatabaseEvents = new EventEmitter();
  const failing = new Set<Failure['message']>();
  let failedAt: number | null = null;
  const counts = { commits: 0, writes: 0, databaseErrors: 0 };
  /** Records a failure, or null for success; emits an outage once when it begins, and once when it ends. */
  const report = (message: Failure['message'], reason: string | null): void => {
    if (reason === null) {
      const isOver = failing.delete(message) && failing.size === 0;
      if (!isOver) return;
      failedAt = null;
      events.emit('recovery');
      return;
    }
    counts.databaseErrors += 1;
    failedAt = performance.now();
    if (failing.size === 0) events.emit('failure', { message, reason });
    failing.add(message);
  };
  return { events, report, counts, failedAt: () => failedAt };
}

/** Drivers don't type rows: the statements and the schema determine them. */
function typed<Results extends object[]>(rows: readonly Row[][]): RowsOf<Results> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return rows as RowsOf<Results>;
}

function refusedBecause(reason: string): Error {
  return new Error(`The database refused: ${reason}`);
}
