import { type Change, parsePosition } from '#shared/wire.ts';
import type { Database, Uids } from '#server/database/database.ts';
import { headOf, SELECT_HEAD, type LogHead } from '#server/database/log-head.ts';
import { thoughtFromRow, type ThoughtRow } from './thought-store.ts';

/** Most changes read at once; a reader that missed more reads its lists again. */
export const TAIL_LIMIT = 2_000;

export type Tail = Awaited<ReturnType<typeof readChangeLog>>;

export interface NumberedChange {
  number: number;
  change: Change;
}

// All that the log has where it does not continue from the position.
const SELECT_TAIL = `
  select "log"."position", "log"."textID" as "loggedID", "Thoughts-Data".*
  from (
    select max("position") as "position", "textID" from "changes" where "position" > (
      select case when "epoch" = :epoch and :number between "last" - :limit and "last"
        then :number else "last" - :limit end from "log-head"
    ) group by "textID"
  ) as "log"
  left join "Thoughts-Data" on "Thoughts-Data"."textID" = "log"."textID"
  order by "log"."position"`;

const SELECT_PEOPLE = `select "number", "uid" from "people-changes" where "number" > :lastPerson
  order by "number"`;

interface PersonRow {
  number: number;
  uid: string;
}

type LoggedRow = { position: number; loggedID: string } & (ThoughtRow | { textID: null });

/**
 * Reads, as of one commit, what the log of changes has after a position, in its order and of each thought the last,
 * and who has changed after a person. Where it does not continue from the position, reads all that it still has.
 */
export async function readChangeLog(
  database: Pick<Database, 'read'>,
  position = '',
  lastPerson = 0,
) {
  const { epoch, number } = parsePosition(position);
  const [heads, rows, people] = await database.read<[LogHead, LoggedRow, PersonRow]>(
    SELECT_HEAD,
    { sql: SELECT_TAIL, parameters: { epoch, number, limit: TAIL_LIMIT } },
    { sql: SELECT_PEOPLE, parameters: { lastPerson } },
  );
  const head = headOf(heads);
  const oldest = oldestOf(head);
  const isContinued = epoch === head.epoch && number >= oldest && number <= head.last;
  return {
    isContinued,
    /** The number that the changes follow. */
    start: isContinued ? number : oldest,
    changes: rows.map(numberedChange),
    position: head.position,
    people: peopleOf(people, lastPerson),
    lastPerson: people.at(-1)?.number ?? lastPerson,
  };
}

function oldestOf({ last, first }: LogHead): number {
  return Math.max(last - TAIL_LIMIT, (first ?? last + 1) - 1);
}

/** Everybody when some numbers after the last are no longer known. */
function peopleOf(rows: readonly PersonRow[], lastPerson: number): Uids {
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
