import { type Change, formatPosition, parsePosition } from '#shared/wire.ts';
import type { Database } from '#server/database/database.ts';
import {
  headOf,
  positionOf,
  SELECT_HEAD,
  thoughtFromRow,
  type LogHead,
  type ThoughtRow,
} from './thought-store.ts';

/** Most changes read at once; a reader that missed more reads its lists again. */
export const TAIL_LIMIT = 2_000;

export interface NumberedChange {
  number: number;
  change: Change;
}

export type ChangeLog = ReturnType<typeof createChangeLog>;

const selectTail = (condition: string): string => `
  select "log"."position", "log"."textID" as "loggedID", "Thoughts-Data".*
  from (
    select max("position") as "position", "textID" from "changes" where ${condition} group by "textID"
  ) as "log"
  left join "Thoughts-Data" on "Thoughts-Data"."textID" = "log"."textID"
  order by "log"."position"`;
const SELECT_LATEST = selectTail(`"position" > (select "last" from "log-head") - :limit`);
// No rows when there are more changes than the limit.
const SELECT_TAIL = selectTail(
  `"position" > :number and (select "last" from "log-head") - :number <= :limit`,
);

type LoggedRow = { position: number; loggedID: string } & (ThoughtRow | { textID: null });

/** The log of all changes to thoughts, which the database's triggers write. */
export function createChangeLog(database: Pick<Database, 'read'>) {
  return {
    /** All that the log still has, as of one commit, and the position that it follows. */
    latest: async () => {
      const [heads, rows] = await database.read<[LogHead, LoggedRow]>(SELECT_HEAD, {
        sql: SELECT_LATEST,
        parameters: { limit: TAIL_LIMIT },
      });
      const head = headOf(heads);
      const start = formatPosition(head.epoch, oldestOf(head));
      return { start, changes: rows.map(numberedChange), position: positionOf(head) };
    },
    /**
     * The changes after a position in the log's order, of each thought the last; null when some are no
     * longer known, or there are too many.
     */
    since: async (position: string) => {
      const { epoch, number } = parsePosition(position);
      const [heads, rows] = await database.read<[LogHead, LoggedRow]>(SELECT_HEAD, {
        sql: SELECT_TAIL,
        parameters: { number, limit: TAIL_LIMIT },
      });
      const head = headOf(heads);
      const isKnown = epoch === head.epoch && number >= oldestOf(head) && number <= head.last;
      return isKnown ? { changes: rows.map(numberedChange), position: positionOf(head) } : null;
    },
  };
}

function oldestOf({ last, first }: LogHead): number {
  return Math.max(last - TAIL_LIMIT, (first ?? last + 1) - 1);
}

function numberedChange({ position, loggedID, ...row }: LoggedRow): NumberedChange {
  const change: Change =
    row.textID === null
      ? { type: 'removed', textID: loggedID }
      : { type: 'changed', thought: thoughtFromRow(row) };
  return { number: position, change };
}
