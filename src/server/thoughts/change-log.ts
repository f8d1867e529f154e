import { type Change, formatPosition, parsePosition } from '#shared/wire.ts';
import type { Database, People } from '#server/database/database.ts';
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

const SELECT_PEOPLE = `select "number", "uid" from "people-changes" where "number" > :lastPerson
  order by "number"`;

interface PersonRow {
  number: number;
  uid: string;
}

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
     * The changes after a position in the log's order, of each thought the last, and the people who have
     * changed; null when some changes are no longer known, or there are too many.
     */
    since: async (position: string, lastPerson: number) => {
      const { epoch, number } = parsePosition(position);
      const [heads, rows, people] = await database.read<[LogHead, LoggedRow, PersonRow]>(
        SELECT_HEAD,
        { sql: SELECT_TAIL, parameters: { number, limit: TAIL_LIMIT } },
        { sql: SELECT_PEOPLE, parameters: { lastPerson } },
      );
      const head = headOf(heads);
      const isKnown = epoch === head.epoch && number >= oldestOf(head) && number <= head.last;
      if (!isKnown) return null;
      return {
        changes: rows.map(numberedChange),
        position: positionOf(head),
        people: peopleOf(people, lastPerson),
        lastPerson: people.at(-1)?.number ?? lastPerson,
      };
    },
  };
}

function oldestOf({ last, first }: LogHead): number {
  return Math.max(last - TAIL_LIMIT, (first ?? last + 1) - 1);
}

/** Everybody when some numbers after the last are no longer known. */
function peopleOf(rows: readonly PersonRow[], lastPerson: number): People {
  const isGap = (rows[0]?.number ?? 0) > lastPerson + 1;
  return isGap ? null : new Set(rows.map(({ uid }) => uid));
}

function numberedChange({ position, loggedID, ...row }: LoggedRow): NumberedChange {
  const change: Change =
    row.textID === null
      ? { type: 'removed', textID: loggedID }
      : { type: 'changed', thought: thoughtFromRow(row) };
  return { number: position, change };
}
