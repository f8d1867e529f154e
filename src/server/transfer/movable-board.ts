import type { Row } from '#server/database/database.ts';
import type { BoardRecord, Kind } from './records.ts';

/** A record as it was read: its kind, and its columns in any order. */
export type ReadRecord = Row & { kind: Kind };

/** A board that can be moved, whatever it is kept in. */
export interface MovableBoard {
  /**
   * Calls back with all records as they are at one moment, some at a time: kind by kind in the order
   * of `KINDS`, each kind in the order of its keys.
   */
  readAll: (each: (records: readonly ReadRecord[]) => void) => Promise<void>;
  /**
   * Adds records, and resolves with whether each was added: what is there already stays as it is,
   * and so does an id that was deleted. Of two people with one e-mail who come together, a board that
   * can give it to one alone gives it to who signed in last.
   */
  add: (records: readonly BoardRecord[]) => Promise<boolean[]>;
}
