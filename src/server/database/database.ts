import type { EventEmitter } from 'node:events';

export type Value = string | number | null;

/** SQL that both databases accept, in which `:name` stands for the parameter of that name; others are ignored. */
export interface Statement {
  sql: string;
  parameters?: Parameters;
}

export type Parameters = Readonly<Record<string, Value>>;

export type Row = Record<string, Value>;

/** The rows of each statement, as typed by the caller; nothing checks them. */
export type RowsOf<Results extends object[]> = { [Index in keyof Results]: Results[Index][] };

export interface Database {
  /** Reads as of one commit; `unavailable` when the database can't be reached, or too many reads wait. */
  read: <Results extends object[] = Row[]>(...statements: Statement[]) => Promise<RowsOf<Results>>;
  /** Runs a task whose reads all see the same commit: in one opened for an operator, however long it takes. */
  snapshot: <Result>(task: (read: Database['read']) => Promise<Result>) => Promise<Result>;
  /** Writes all or nothing, on disk; `unavailable` when too many writes wait, or the commit failed. */
  write: <Results extends object[] = Row[]>(...statements: Statement[]) => Promise<RowsOf<Results>>;
  /** Where the log of changes ended at this server's last commit, so behind every write that has resolved. */
  position: () => string;
  events: DatabaseEvents;
  figures: () => DatabaseFigures;
  /** Whether a write has been waiting for longer than a healthy disk or connection takes. */
  isHanging: () => boolean;
  /** When (`performance.now()`) it last failed in the current outage; null when all is well. */
  failedAt: () => number | null;
  /** Finishes the waiting writes, then closes the database. */
  close: () => Promise<void>;
}

export type DatabaseEvents = EventEmitter<{
  /** A commit of this server. */
  commit: [];
  /** The log has changes of thoughts, whoever made them; known within a quarter of a second. */
  changes: [];
  /** The sessions of these people may have ended, or their names have changed; known within a quarter of a second. */
  people: [uids: Uids];
  failure: [failure: Failure];
  recovery: [];
}>;

export type DatabaseFigures = Record<'waiting' | 'commits' | 'writes' | 'databaseErrors', number>;

/** The uids of some people; null for everybody. */
export type Uids = ReadonlySet<string> | null;

export interface Failure {
  message: 'a commit failed' | 'reading failed';
  reason: string;
}

/** The database's host and name for messages, without the password in its URL. */
export function nameOfDatabase(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return `${searchParams.get('host') ?? host}${pathname}`;
}
