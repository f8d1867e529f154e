import type { Row, Statement, Values } from './statement.ts';

/**
 * The database: a connection in this thread that reads what is committed, and one in a worker that
 * writes. Rows are what the statement and the schema say they are; nothing checks the type.
 */
export interface Database {
  read: <Result extends object = Row>(sql: string, ...parameters: Values) => Result[];
  /** Runs a task whose reads all see the same commit. It must not await. */
  snapshot: <Result>(task: () => Result) => Result;
  /**
   * Carries out statements together or not at all; resolves with the rows of each once they are on
   * disk. Rejects with the `Problem` unavailable when too many writes wait, or the commit failed.
   */
  write: <Result extends object = Row>(...statements: Statement[]) => Promise<Result[][]>;
  /** Calls back after each commit, also of another process (within a second). */
  onCommit: (listener: () => void) => Unsubscribe;
  /** Calls back after commits of another process alone, before `onCommit` does. */
  onCommitElsewhere: (listener: () => void) => Unsubscribe;
  /** Calls back after each commit that failed: once for all writes it held. */
  onFailure: (listener: () => void) => Unsubscribe;
  /** Why the last commit failed; null when it did not. */
  lastFailure: () => string | null;
  /** Finishes the writes before, closes the file and frees the folder. */
  close: () => Promise<void>;
}

type Unsubscribe = () => void;
