import { formatPosition } from '#shared/wire.ts';
import type { Statement } from './database.ts';

/** Where the log of changes to thoughts begins and ends. */
export interface LogHead {
  epoch: string;
  /** The last committed change; 0 before the first. */
  last: number;
  /** The oldest change that the log still has. */
  first: number | null;
}

export const SELECT_HEAD: Statement = { sql: 'select * from "log-head"' };

export function headOf([head]: readonly LogHead[]): LogHead & { position: string } {
  if (head === undefined) throw new Error('The head of the log is one row.');
  return { ...head, position: formatPosition(head.epoch, head.last) };
}
