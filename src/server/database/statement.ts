import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';

/** One SQL statement on its way to the database's thread. */
export interface Statement {
  id: number;
  sql: string;
  parameters: SQLInputValue[];
  /** False only for statements known to change nothing. */
  writes: boolean;
}

/** What became of a statement; it is on disk before this is said. */
export type Answer =
  | { id: number; type: 'done'; rows: Record<string, SQLOutputValue>[]; changes: number }
  | { id: number; type: 'failed'; message: string };

/** Tells whether SQLite can take a value as a parameter. */
export function isInputValue(value: unknown): value is SQLInputValue {
  return (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    ArrayBuffer.isView(value)
  );
}
