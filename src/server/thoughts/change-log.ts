import type { Change } from '#shared/wire.ts';
import type { Database } from '#server/database/database.ts';
import { thoughtFromRow, type ThoughtRow } from './thought-store.ts';

/** Most changes that are read at once; who missed more reads their lists again. */
export const TAIL_LIMIT = 2_000;

/** A change and its number in the log. */
export interface NumberedChange {
  number: number;
  change: Change;
}

/** What followed a position, up to another. */
export interface Tail {
  /** In the order of the log; one for each thought, at its last change. */
  changes: NumberedChange[];
  position: string;
}

/** The log of all changes to thoughts, which the database keeps by itself. */
export interface ChangeLog {
  /** The position of the last change that is committed. */
  position: () => string;
  /**
   * What followed a position; null when that is no longer, or not in this database, known, or when
   * it is more than a limit.
   */
  since: (position: string, limit?: number) => Tail | null;
}

interface Head {
  epoch: string;
  last: number;
  first: number | null;
}

// The sequence outlives the changes that were pruned.
const HEAD = `select
  (select "value" from "meta" where "key" = 'epoch') as "epoch",
  coalesce((select "seq" from "sqlite_sequence" where "name" = 'changes'), 0) as "last",
  (select min("position") from "changes") as "first"`;

const TAIL = `select "log"."position", "log"."textID" as "loggedID", "Thoughts-Data".*
  from (
    select max("position") as "position", "textID" from "changes"
    where "position" > ? group by "textID"
  ) as "log"
  left join "Thoughts-Data" on "Thoughts-Data"."textID" = "log"."textID"
  order by "log"."position"`;

type LoggedRow = { position: number; loggedID: string } & (ThoughtRow | { textID: null });

/** Creates the reader of the log. */
export function createChangeLog(database: Pick<Database, 'read' | 'snapshot'>): ChangeLog {
  const readHead = (): Head => {
    const [head] = database.read<Head>(HEAD);
    if (head === undefined) throw new Error('A select without a table has one row.');
    return head;
  };

  return {
    position: () => positionOf(readHead()),
    since: (position, limit = TAIL_LIMIT) =>
      database.snapshot(() => {
        const head = readHead();
        const number = numberIn(head, position);
        if (number === null || head.last - number > limit) return null;
        const rows = number === head.last ? [] : database.read<LoggedRow>(TAIL, number);
        return { changes: rows.map(numberedChange), position: positionOf(head) };
      }),
  };
}

function positionOf({ epoch, last }: Head): string {
  return `${epoch}.${last}`;
}

/** The number of a position after which every change is known; null when it is none. */
function numberIn({ epoch, last, first }: Head, position: string): number | null {
  const number = numberOf(position);
  const oldest = Math.max(last - TAIL_LIMIT, (first ?? last + 1) - 1);
  const isKnown = position === `${epoch}.${number}` && number >= oldest && number <= last;
  return isKnown ? number : null;
}

/** The number in a position. */
export function numberOf(position: string): number {
  return Number(position.slice(position.indexOf('.') + 1));
}

function numberedChange(row: LoggedRow): NumberedChange {
  return {
    number: row.position,
    change:
      row.textID === null
        ? { type: 'removed', textID: row.loggedID }
        : { type: 'changed', thought: thoughtFromRow(row) },
  };
}
