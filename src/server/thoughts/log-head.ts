import { formatPosition } from '#shared/position.ts';
import type { Statement } from '#server/database/database.ts';

/** Where the change log begins and ends: the epoch of the database, and numbers of changes. */
export interface LogHead {
  epoch: string;
  /** The last change that is committed; 0 before the first. */
  last: number;
  /** The oldest change that is still there, if there is one. */
  first: number | null;
}

export const SELECT_HEAD: Statement = { sql: 'select * from "log-head"' };

/** The head among the rows of its statement. */
export function headOf([head]: readonly LogHead[]): LogHead {
  if (head === undefined) throw new Error('The head of the log is one row.');
  return head;
}

/** The position of the last change. */
export function positionOf({ epoch, last }: LogHead): string {
  return formatPosition(epoch, last);
}
