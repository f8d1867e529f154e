import type { EventEmitter } from 'node:events';

/** What takes the place of a statement's parameters, and what stands in the columns of a row. */
export type Value = string | number | null;

/** SQL that every database takes, with the numbered parameters `?1`, `?2` and so on. */
export interface Statement {
  sql: string;
  parameters?: Value[];
}

export type Row = Record<string, Value>;

/** The rows of each statement. They are what it and the schema say they are; nothing checks the type. */
export type RowsOf<Results extends object[]> = { [Index in keyof Results]: Results[Index][] };

export interface Database {
  /** Reads as of one commit. Rejects as `unavailable` out of reach, or when too many reads wait. */
  read: <Results extends object[] = Row[]>(...statements: Statement[]) => Promise<RowsOf<Results>>;
  /** Runs a task whose reads all see the same commit, however long it takes. */
  snapshot: <Result>(task: (read: Database['read']) => Promise<Result>) => Promise<Result>;
  /** Writes all or nothing, on disk; `unavailable` when too many writes wait, or the commit failed. */
  write: <Results extends object[] = Row[]>(...statements: Statement[]) => Promise<RowsOf<Results>>;
  events: DatabaseEvents;
  figures: () => DatabaseFigures;
  /** What failed first of an outage that is not over; null when all is well. */
  lastFailure: () => string | null;
  /** Finishes the writes before, and lets go of the database. */
  close: () => Promise<void>;
}

/** What a database tells. */
export type DatabaseEvents = EventEmitter<{
  /** A commit, also of another process (within a second). */
  commit: [];
  /** Another process may have changed these people; null when it may be anybody. */
  people: [uids: People];
  /** What failed first as an outage began: a commit, a read, or the notifications. */
  failure: [failure: Failure];
  /** All is well again, after so many seconds. */
  recovery: [seconds: number];
}>;

export interface DatabaseFigures {
  waiting: number;
  commits: number;
  writes: number;
  databaseErrors: number;
}

/** The uids of some people; null for everybody. */
export type People = ReadonlySet<string> | null;

export interface Failure {
  message: 'a commit failed' | 'reading failed' | 'the connection to the database was lost';
  reason: string;
}

/** A database as people may read it, from its address: without the password. */
export function nameOfDatabase(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
